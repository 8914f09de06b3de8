/** An idempotency key: a UUID, or as long and as random as one. */
export const submissionKey = { min: 16, max: 200 } as const;

/** A browser sends what could not be sent for so many days; the server knows its keys for longer. */
export const resendDays = 7;
