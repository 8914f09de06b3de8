export const inboxList = {};
