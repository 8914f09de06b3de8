import { z } from "zod";
import { submissionKey } from "#domain/inquiries/inquiry.ts";

// Printable characters, except those of the header syntax.
const letters = `[!#-+\\--\\[\\]-~]{${submissionKey.min},${submissionKey.max}}`;
const bare = new RegExp(`^${letters}$`);

/**
 * An idempotency key, quoted as in the draft, or bare
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 */
const idempotencyKey = z
  .string()
  .regex(
    new RegExp(`^(?:${letters}|"${letters}")$`),
    `Idempotency-Key must be a UUID, or another text of ${submissionKey.min} to ${submissionKey.max} characters ` +
      "without spaces.",
  )
  .transform((text) => (text.startsWith('"') ? text.slice(1, -1) : text));

/** Headers of a submission. The same key with the same fields gets the first response again. */
export const submissionHeadersSchema = z.looseObject({
  "idempotency-key": idempotencyKey
    .describe("Made by the client for each inquiry, so that sending it again makes no second one")
    .optional(),
});

/** The key of a plain form; undefined if it was tampered with, since the visitor could not fix that. */
export function formKeyIn(key: string | undefined): string | undefined {
  return key !== undefined && bare.test(key) ? key : undefined;
}
