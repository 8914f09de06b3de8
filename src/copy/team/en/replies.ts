export const replies = {};
