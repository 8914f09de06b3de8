/**
 * Reason for which the store is unavailable: no space, disk failure, no memory, read-only, locked by another process,
 * unreadable, unreachable.
 */
export type StoreFault = "full" | "disk" | "memory" | "read-only" | "busy" | "unreadable" | "away";

/**
 * The store could not do the operation and kept nothing of it, unless the connection to a remote database broke during
 * the commit: then the outcome is unknown. Retrying succeeds once the fault is over. The message is the engine's and
 * quotes no data.
 */
export class StoreUnavailableError extends Error {
  override readonly name: string = "StoreUnavailableError";
  readonly code = "ERR_STORE_UNAVAILABLE";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, cause: Error) {
    super(cause.message, { cause });
    this.fault = fault;
  }
}

/** The place of the files is unavailable, unlike the database. The message names its setting. */
export class FilesUnavailableError extends StoreUnavailableError {
  override readonly name = "FilesUnavailableError";

  constructor(cause: Error) {
    super("away", cause);
  }
}

/**
 * Returns whether the store does not respond, or not now: no sign that somebody has changed it, unlike what is
 * unreadable.
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StoreUnavailableError && error.fault !== "unreadable";
}

/** Ignores an unavailable store, where a write may be left out: members can go on reading. @throws any other error */
export function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}

/** Value of `Retry-After` in seconds. */
export const retryAfterSeconds = 5;

/** The database cannot hold a store. The message says why. */
export class DatabaseUnfitError extends Error {}
