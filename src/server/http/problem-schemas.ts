import { problemSchema } from "#contract/error.ts";

const problem = { description: "What went wrong", content: { "application/problem+json": { schema: problemSchema } } };

/** Why an idempotency key is rejected. */
export const keyOfOtherFields =
  "This was sent before with other words. Send it again, with a new Idempotency-Key, to send these as well.";

/** The response schemas for these statuses, and for the errors that any call can have. */
export function problems<Status extends 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 428 | 429 | 503>(
  ...statuses: Status[]
) {
  const entries = [...statuses, 500 as const, 503 as const].map((status) => [status, problem] as const);
  // `fromEntries` loses the types of the keys.
  return Object.fromEntries(entries) as Record<Status | 500 | 503, typeof problem>;
}
