import type { PublicAddress } from "../address/public-address.ts";
import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { plainLines } from "#contract/text.ts";
import { refuseForeign } from "../http/access.ts";
import { takeFiles } from "../http/take-files.ts";
import { FilesUnavailableError, retryAfterSeconds, StoreUnavailableError } from "../store/store-unavailable.ts";
import { sendPrivate, sendUncached } from "./documents.ts";
import { FilesBusyError } from "../lib/errors.ts";
import { randomUUID } from "node:crypto";
import { formKeyIn, formSchema, type HiddenFormValues } from "#contract/inquiries/submission.ts";
import type { PageData, PageRenderer, PlainForm } from "#contract/page.ts";
import { filesRetrySeconds, throttledText } from "../http/problem.ts";
import { bytesOf, noFiles, type SentFiles } from "../lib/sent-files.ts";
import type { SpamGuard, Throttled } from "../inquiries/spam-guard/spam-guard.ts";
import { languageOfAddress, receiptLink } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { textIn } from "#copy/server/render.ts";
import type { Language } from "#domain/languages.ts";
import type { Channels } from "../channels/channels.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";

/** The names of the hidden fields of each form. */
export const hiddenFields = Object.keys(formSchema.shape);

/**
 * Makes the routes of `app` accept only plain form posts from this site, with files beside `fieldsWithFiles` if there
 * are any; `from` is the option of `refuseForeign`.
 */
export async function takeForms(
  app: FastifyInstance,
  address: Pick<PublicAddress, "url">,
  { fieldsWithFiles, ...from }: Parameters<typeof refuseForeign>[3] & { fieldsWithFiles?: readonly string[] } = {},
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  if (fieldsWithFiles !== undefined) await takeFiles(app, [...fieldsWithFiles, ...hiddenFields]);
  app.addHook("onRequest", async (request, reply) => refuseForeign(request, reply, address, from));
}

/**
 * If the store is unavailable, or too many files are coming in, responds with the form and all that was typed;
 * `renderAgain` renders it with the message in the language of the page. Other errors are handled as usual.
 */
export function giveBackUnkept(
  app: FastifyInstance,
  renderAgain: (request: FastifyRequest, language: Language, message: string) => string,
): void {
  const { errorHandler } = app;
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const isStoreAway = error instanceof StoreUnavailableError;
    if (request.method !== "POST" || !(isStoreAway || error instanceof FilesBusyError)) {
      return errorHandler.call(app, error, request, reply);
    }
    if (isStoreAway) request.server.logStoreFailure(error);
    else request.isHeldUp = true;
    reply.code(503).header("retry-after", String(isStoreAway ? retryAfterSeconds : filesRetrySeconds));
    const language = languageOfAddress(request.url);
    const { unavailable, files } = dictionaries[language].problems;
    const sent = request.sentFiles ?? noFiles;
    let message = isStoreAway ? withFilesLost(unavailable, sent, language) : filesLost(files.busy, language);
    // The store works, but the place of its files does not: a message without files can be sent.
    if (error instanceof FilesUnavailableError) message = files.full;
    return sendUncached(reply, renderAgain(request, language, message));
  });
}

/** A page cannot choose a visitor's files again. */
export function withFilesLost(message: string, { files, problem }: SentFiles, language: Language): string {
  const isNone = files.length === 0 && problem === undefined;
  return isNone ? message : filesLost(message, language);
}

const filesLost = (message: string, language: Language) =>
  `${message} ${dictionaries[language].problems.chooseFilesAgain}`;

/** The form's fields as typed. */
export function typedFields<Field extends string>(fields: readonly Field[], body: unknown): Record<Field, string> {
  const text = z.string().overwrite(plainLines).catch("");
  const shape = Object.fromEntries(fields.map((field) => [field, text]));
  // `fromEntries` loses the key types.
  return z.object(shape).parse(body ?? {}) as Record<Field, string>;
}

export function errorsByField<Field extends string>(
  fields: readonly Field[],
  error: z.ZodError,
  language: Language,
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of error.issues) {
    const field = fields.find((name) => name === path[0]);
    if (field !== undefined) errors[field] ??= textIn(language, message);
  }
  return errors;
}

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
  const { key, form } = hiddenValuesOf(body);
  return newPlainForm(spamGuard, { key, formTime: form.formTime });
}

/** The spam guard's fields of a plain form, and its idempotency key if valid. */
export function hiddenValuesOf(body: unknown): { key: string | undefined; form: HiddenFormValues } {
  const form = formSchema.parse(body ?? {});
  return { key: formKeyIn(form.key), form };
}

/** Assesses a plain form with its files; `hidden` are those of `hiddenValuesOf`. */
export function assessForm(spamGuard: SpamGuard, request: FastifyRequest, hidden: ReturnType<typeof hiddenValuesOf>) {
  return spamGuard.assess({
    via: "plain form",
    address: request.ip,
    fileBytes: bytesOf(request.sentFiles),
    ...hidden,
  });
}

/** Makes the response a 429 with `Retry-After`, and returns the message for the form. */
export function throttledFormMessage(reply: FastifyReply, throttled: Throttled, language: Language): string {
  reply.code(429).header("retry-after", String(throttled.seconds));
  return textIn(language, throttledText(throttled));
}

/**
 * Sends the page after a form: `message` about the submission with the receipt key `sent`, and WhatsApp to go on; a new
 * form if the key is unknown. `url` is the requested path with its query, `shown` what the page has beside a form.
 */
export async function sendAccepted(
  reply: FastifyReply,
  deps: { site: Site; renderer: PageRenderer; inquiries: Inquiries; spamGuard: SpamGuard; channels: Channels },
  { url, sent, message, shown }: { url: string; sent: string; message: string; shown?: Partial<PageData> },
): Promise<FastifyReply> {
  const { site, renderer, spamGuard } = deps;
  const inquiry = sent === "" ? null : await deps.inquiries.findByReceipt(sent);
  if (inquiry === null)
    return sendUncached(reply, renderer.render(url, { site, accepted: null, form: newPlainForm(spamGuard), ...shown }));
  const accepted = { message, reference: inquiry.reference, receipt: receiptLink(sent) };
  return sendPrivate(reply, renderer.render(url, { site, accepted, chat: await deps.channels.chat() }));
}
