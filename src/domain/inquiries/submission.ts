/** Length of an idempotency key: a UUID, or as long and as random. */
export const submissionKey = { min: 16, max: 200 } as const;

/** Days that a browser retries a submission; the server keeps its keys for longer. */
export const resendDays = 7;
