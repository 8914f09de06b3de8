import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import { formSchema, type FormWords } from "#contract/inquiry-form.ts";
import type { PlainForm } from "#contract/page.ts";
import { formKeyIn } from "#contract/submission.ts";
import { heldUpMessage } from "../held-up.ts";
import type { HeldUp, Intake } from "../services/intake.ts";

/** What is said where a form comes again with other words; it is given back with a new key, so that pressing again sends them. */
export const sentBefore =
  "This form was sent before with other words. Send it again to send what stands here now as well.";

/** A form's hidden fields, made anew; `kept` is what a form keeps that is given back. */
export function newPlainForm(intake: Intake, kept: { key?: string | undefined; formTime?: string | undefined } = {}) {
  const { key = randomUUID(), formTime } = kept;
  return { key, formTime: intake.formTime(formTime) } satisfies PlainForm;
}

/** The hidden fields of a form that is given back for another try. */
export function samePlainForm(intake: Intake, body: unknown): PlainForm {
  const { key, form } = formWordsOf(body);
  return newPlainForm(intake, { key, formTime: form.formTime });
}

/** What a plain form says of itself, and its idempotency key where it has a good one. */
export function formWordsOf(body: unknown): { key: string | undefined; form: FormWords } {
  const form = formSchema.parse(body ?? {});
  return { key: formKeyIn(form.key), form };
}

/** Makes an answer one to somebody who has to wait; gives what to tell them in the form that they get back. */
export function heldUpForm(reply: FastifyReply, held: HeldUp): string {
  reply.code(429).header("retry-after", String(held.seconds));
  return heldUpMessage(held);
}
