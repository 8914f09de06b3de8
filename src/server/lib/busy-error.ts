/** Too many checks are waiting; the caller responds with 503. */
export class BusyError extends Error {}
