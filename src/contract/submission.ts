import { z } from "zod";
import { submissionKey } from "#domain/submission.ts";

// Printable, without what a header's own syntax uses.
const letters = `[!#-+\\--\\[\\]-~]{${submissionKey.min},${submissionKey.max}}`;
const bare = new RegExp(`^${letters}$`);

/** An idempotency key as the draft writes it, in quotes, or without (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/). */
const idempotencyKey = z
  .string()
  .regex(
    new RegExp(`^(?:${letters}|"${letters}")$`),
    `Idempotency-Key must be a UUID, or another text of ${submissionKey.min} to ${submissionKey.max} characters without spaces.`,
  )
  .transform((text) => (text.startsWith('"') ? text.slice(1, -1) : text));

/** The headers of a call that sends an inquiry. The same key with the same fields gets the first answer again. */
export const submissionHeadersSchema = z.looseObject({
  "idempotency-key": idempotencyKey
    .describe("Made by the client for each inquiry, so that sending it again makes no second one")
    .optional(),
});

/** The key of a plain form; undefined where something has changed it, since nobody who filled in the form could put that right. */
export function formKeyIn(key: string | undefined): string | undefined {
  return key !== undefined && bare.test(key) ? key : undefined;
}
