import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import { formSchema, type FormWords } from "#contract/inquiry-form.ts";
import type { PlainForm } from "#contract/page.ts";
import { formKeyIn } from "#contract/submission.ts";
import { throttledMessage } from "../http/throttled.ts";
import type { Throttled, SpamGuard } from "../inquiries/spam-guard/spam-guard.ts";

/**
 * Shown if a form is resubmitted with other content; the form is returned with a new key, so that submitting it again
 * sends that content.
 */
export const sentBefore =
  "This form was sent before with other words. Send it again to send what stands here now as well.";

/** Hidden fields for a new form; `kept` holds those to keep when a form is returned. */
export function newPlainForm(
  spamGuard: SpamGuard,
  kept: { key?: string | undefined; formTime?: string | undefined } = {},
) {
  const { key = randomUUID(), formTime } = kept;
  return { key, formTime: spamGuard.formTime(formTime) } satisfies PlainForm;
}

/** Hidden fields for a form that is returned for another try. */
export function samePlainForm(spamGuard: SpamGuard, body: unknown): PlainForm {
  const { key, form } = formWordsOf(body);
  return newPlainForm(spamGuard, { key, formTime: form.formTime });
}

/** The spam guard's fields of a plain form, and its idempotency key if valid. */
export function formWordsOf(body: unknown): { key: string | undefined; form: FormWords } {
  const form = formSchema.parse(body ?? {});
  return { key: formKeyIn(form.key), form };
}

/** Makes the response a 429 with `Retry-After`, and returns the message for the form. */
export function throttledFormMessage(reply: FastifyReply, held: Throttled): string {
  reply.code(429).header("retry-after", String(held.seconds));
  return throttledMessage(held);
}
