export const security = {};
