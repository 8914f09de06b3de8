import { randomUUID } from "node:crypto";
import { formSchema } from "#contract/inquiry-form.ts";
import type { PlainForm } from "#contract/page.ts";
import { formKeyIn } from "#contract/submission.ts";

/** What is said where a form comes again with other words; it is given back with a new key, so that pressing again sends them. */
export const sentBefore =
  "This form was sent before with other words. Send it again to send what stands here now as well.";

/** A form's hidden fields, made anew; `key` is what a form keeps that is given back for corrections. */
export function newPlainForm(key: string = randomUUID()): PlainForm {
  return { key };
}

/** The idempotency key that a plain form has sent, if any. */
export function keyOf(body: unknown): string | undefined {
  return formKeyIn(formSchema.parse(body ?? {}).key);
}
