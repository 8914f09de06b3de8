export const signIn = {};
