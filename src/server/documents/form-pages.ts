import type { PublicAddress } from "../address/public-address.ts";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PageData, PageRenderer, PlainForm } from "#contract/page.ts";
import { pathIn, paths } from "#contract/paths.ts";
import { acceptedText, type Site } from "#contract/site/site.ts";
import { impostorReportSchema, inquirySchema } from "#contract/inquiries/submission.ts";
import { verifyInputSchema } from "#contract/channels/verify.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { textIn } from "#copy/server/render.ts";
import { fileTexts } from "#copy/server/file-texts.ts";
import { inquiryFields, reportFields, reportLimits } from "#domain/inquiries/inquiry.ts";
import { type Language, languageCodes } from "#domain/languages.ts";
import type { Channels } from "../channels/channels.ts";
import type { Inquiries, Submitted } from "../inquiries/inquiries.ts";
import type { SentFiles } from "../lib/sent-files.ts";
import type { SpamGuard, TextSource } from "../inquiries/spam-guard/spam-guard.ts";
import type { Verify } from "../verify/verify.ts";
import { queryOf, sendUncached, shownChannels } from "./documents.ts";
import {
  assessForm,
  errorsByField,
  hiddenValuesOf,
  giveBackUnkept,
  newPlainForm,
  samePlainForm,
  sendAccepted,
  takeForms,
  throttledFormMessage,
  typedFields,
  withFilesLost,
} from "./form-requests.ts";

interface Deps {
  site: Site;
  renderer: PageRenderer;
  inquiries: Inquiries;
  spamGuard: SpamGuard;
  channels: Channels;
  address: Pick<PublicAddress, "url">;
}

/** Inquiries by plain form post on the page in each language, with the same schema and service as the API. */
export function messageForms(deps: Deps): FastifyPluginAsync {
  const { site, renderer, spamGuard } = deps;
  return async (app) => {
    await takeForms(app, deps.address, { fieldsWithFiles: inquiryFields });
    giveBackUnkept(app, ({ body }, language, message) => {
      const refused = { values: typedFields(inquiryFields, body), errors: {}, message, isForNow: true };
      return renderer.render(pathIn(language, paths.message), { site, refused, form: samePlainForm(spamGuard, body) });
    });
    for (const language of languageCodes) addMessageForm(app, deps, language);
  };
}

function addMessageForm(app: FastifyInstance, deps: Deps, language: Language): void {
  const { site, renderer, inquiries, spamGuard, channels } = deps;
  const path = pathIn(language, paths.message);
  app.get(path, { config: { access: "anyone" } }, async (request, reply) => {
    const { sent } = z.object({ sent: z.string().catch("") }).parse(request.query);
    const url = path + queryOf(request);
    const shown = shownChannels(await channels.active(), language);
    return sendAccepted(reply, deps, { url, sent, message: acceptedText(site, language), shown });
  });
  app.post(path, { config: { access: "anyone", takes: "message" } }, (request, reply) =>
    submitForm(request, reply, {
      path,
      language,
      schema: inquirySchema,
      fields: inquiryFields,
      spamGuard,
      submit: (inquiry, options) => inquiries.submit(inquiry, options),
      again: async (refusal, form) => {
        const refused = { values: typedFields(inquiryFields, request.body), ...refusal };
        const shown = shownChannels(await channels.active(), language);
        const data = { site, refused, form, chat: await channels.chat(), ...shown };
        return sendUncached(reply, renderer.render(path, data));
      },
    }),
  );
}

/** The visitor's input on the verify page, to prefill the form. */
const askedSchema = z.object({ about: z.string().max(reportLimits.reported) });

/** Impostor reports: the page in each language and its plain form post, with the same schema and service as the API. */
export function reportForms(deps: Deps): FastifyPluginAsync {
  const { site, renderer, spamGuard } = deps;
  return async (app) => {
    await takeForms(app, deps.address, { fieldsWithFiles: [...reportFields, ...Object.keys(askedSchema.shape)] });
    giveBackUnkept(app, ({ body }, language, message) => {
      const report = { values: typedFields(reportFields, body), errors: {}, message };
      return renderer.render(pathIn(language, paths.report), { site, report, form: samePlainForm(spamGuard, body) });
    });
    for (const language of languageCodes) addReportForm(app, deps, language);
  };
}

function addReportForm(app: FastifyInstance, deps: Deps, language: Language): void {
  const { site, renderer, inquiries, spamGuard } = deps;
  const path = pathIn(language, paths.report);

  app.get(path, { config: { access: "anyone" } }, async (request, reply) => {
    const { sent } = z.object({ sent: z.string().optional().catch("") }).parse(request.query);
    if (sent === undefined) return sendUncached(reply, renderer.render(path, { site, form: newPlainForm(spamGuard) }));
    const url = path + queryOf(request);
    return sendAccepted(reply, deps, { url, sent, message: dictionaries[language].accepted.report });
  });

  app.post(path, { config: { access: "anyone", takes: "impostor" } }, (request, reply) => {
    const send = (report: NonNullable<PageData["report"]>, form: PlainForm) =>
      sendUncached(reply, renderer.render(path, { site, report, form }));
    const asked = askedSchema.safeParse(request.body ?? {});
    if (asked.success) {
      const values = { reported: asked.data.about, happened: "", reach: "" };
      return send({ values, errors: {} }, newPlainForm(spamGuard));
    }
    return submitForm(request, reply, {
      path,
      language,
      schema: impostorReportSchema,
      fields: reportFields,
      spamGuard,
      submit: (report, options) => inquiries.report(report, options),
      again: ({ errors, message }, form) =>
        send({ values: typedFields(reportFields, request.body), errors, message }, form),
    });
  });
}

/** Reason for which a form is returned; `isForNow` if the same submission may be accepted later. */
interface Refusal<Field extends string> {
  errors: Partial<Record<Field, string>>;
  message: string;
  isForNow?: boolean;
}

/** Submits a plain form, or sends the form `again` with all that was typed. */
async function submitForm<Input, Field extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: {
    path: string;
    language: Language;
    schema: z.ZodType<Input>;
    fields: readonly Field[];
    spamGuard: SpamGuard;
    submit: (
      input: Input,
      options: { key: string | undefined; isSuspected: boolean; files: SentFiles; language: Language } & TextSource,
    ) => Promise<Submitted>;
    again: (refusal: Refusal<Field>, form: PlainForm) => Promise<FastifyReply>;
  },
): Promise<FastifyReply> {
  const { path, language, schema, fields, spamGuard, submit, again } = deps;
  const texts = dictionaries[language].problems;
  const hidden = hiddenValuesOf(request.body);
  const files = request.sentFiles;
  const sameForm = () => samePlainForm(spamGuard, request.body);
  const parsed = schema.safeParse(request.body ?? {});
  if (!parsed.success) {
    reply.code(422);
    const errors = errorsByField(fields, parsed.error, language);
    return again({ errors, message: withFilesLost(texts.correctFields, files, language) }, sameForm());
  }
  const assessment = await assessForm(spamGuard, request, hidden);
  if (assessment.outcome !== "go") {
    const message = withFilesLost(throttledFormMessage(reply, assessment, language), files, language);
    return again({ errors: {}, message, isForNow: true }, sameForm());
  }
  const { isSuspected, source } = assessment;
  const submitted = await submit(parsed.data, { key: hidden.key, isSuspected, source, files, language });
  if (submitted.outcome === "refused files") {
    reply.code(422);
    const problem = textIn(language, fileTexts[submitted.problem]);
    return again({ errors: {}, message: withFilesLost(problem, files, language) }, sameForm());
  }
  if (submitted.outcome === "other fields") {
    reply.code(422);
    return again(
      { errors: {}, message: withFilesLost(texts.sentBefore, files, language) },
      newPlainForm(spamGuard, { formTime: hidden.form.formTime }),
    );
  }
  // Redirect, so that a reload does not submit again.
  return reply.redirect(`${path}?sent=${submitted.receiptKey}`, 303);
}

/** Responds to the plain forms of `Is this really you?`; `documents.ts` serves the pages without input. */
export function verifyForms(deps: {
  site: Site;
  renderer: PageRenderer;
  verify: Verify;
  channels: Channels;
  address: Pick<PublicAddress, "url">;
}): FastifyPluginAsync {
  const { site, renderer, verify } = deps;
  /** The page, with our channels to compare by eye. */
  async function page(language: Language, verified: NonNullable<PageData["verified"]>) {
    const shown = shownChannels(await deps.channels.active(), language);
    return renderer.render(pathIn(language, paths.verify), { site, verified, ...shown });
  }
  return async (app) => {
    await takeForms(app, deps.address);
    for (const language of languageCodes) {
      const path = pathIn(language, paths.verify);
      app.post(path, { config: { access: "anyone" } }, async (request, reply) => {
        const { text } = typedFields(["text"], request.body);
        const parsed = verifyInputSchema.safeParse(request.body ?? {});
        if (!parsed.success) {
          const problem = errorsByField(["text"], parsed.error, language).text ?? "";
          return sendUncached(reply.code(422), await page(language, { text, problem }));
        }
        const verdict = await verify.verify(parsed.data.text, language);
        return sendUncached(reply, await page(language, { text, verdict }));
      });
    }
  };
}
