/** The database cannot hold a store. The message tells the operator why. */
export class DatabaseUnfitError extends Error {}
