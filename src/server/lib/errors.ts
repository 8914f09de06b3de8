/** Too many checks are waiting; the caller responds with 503. */
export class BusyError extends Error {}

/** A configuration error, shown to the operator as one line without a stack. */
export class ConfigError extends Error {}
