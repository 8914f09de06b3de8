/** Days that an email which was not taken is kept. */
export const untakenDays = 30;

/** Max bytes of each stored email and of all, and max number. The oldest go first. */
export const untakenLimits = {
  megabytesEach: 5,
  bytesEach: 5 * 1024 * 1024,
  megabytes: 100,
  bytes: 100 * 1024 * 1024,
  count: 1000,
} as const;

/**
 * Reasons for which an email was not taken. `perhaps`: a report of failed delivery that fits a reply by its address
 * alone. `tries`: each try to take it failed, or ended the program. From `no-sender` on, it could not be read.
 */
export const untakenReasons = [
  "auto-reply",
  "program",
  "own-address",
  "bounce",
  "perhaps",
  "full",
  "no-sender",
  "too-many-lines",
  "too-many-headers",
  "too-many-parts",
  "too-slow",
  "too-much-memory",
  "crashed",
  "tries",
] as const;

export type UntakenReason = (typeof untakenReasons)[number];

/** Reasons that reading the email again cannot change. */
const unreadable: ReadonlySet<UntakenReason> = new Set([
  "no-sender",
  "too-many-lines",
  "too-many-headers",
  "too-many-parts",
  "tries",
]);

export const mayBeTaken = (reason: UntakenReason): boolean => !unreadable.has(reason);

/** `erased`: at the request of its sender; a hash is left, so that the mailbox does not bring it again. */
export type UntakenState = "listed" | "taken" | "erased";
