/**
 * Why the store cannot do anything for now: there is no room, the disk fails, it may not be written to, somebody else holds it, it cannot
 * be read, it cannot be reached.
 */
export type StoreFault = "full" | "disk" | "read-only" | "busy" | "unreadable" | "away";

/**
 * The store could not do what was asked, and nothing of it is kept, unless the connection to another machine has ended within the very
 * commit: then that is not known. It is the disk's fault, not the request's: the same request
 * succeeds once the fault is over. The message is the engine's own, which quotes nothing that was written.
 */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  readonly code = "ERR_STORE_UNAVAILABLE";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, cause: Error) {
    super(cause.message, { cause });
    this.fault = fault;
  }
}

/** After so many seconds it is worth trying again. */
export const retryAfterSeconds = 5;

/** What a person is told; what they typed is theirs until it is kept. */
export const unavailableMessage = "We cannot save this just now. Please try again in a moment.";
