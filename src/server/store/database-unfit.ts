/** The database cannot hold a store of ours. The message says why, in words for the operator. */
export class DatabaseUnfitError extends Error {}
