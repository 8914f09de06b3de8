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

/** A form's hidden fields, made anew; `key` is what a form keeps that is given back for corrections. */
export function newPlainForm(intake: Intake, key: string = randomUUID()): PlainForm {
  return { key, formTime: intake.formTime() };
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
