import { dictionaries } from "#copy/dictionaries.ts";
import { requestLanguage } from "../http/request-language.ts";
import { acceptedText, type Site } from "#contract/site/site.ts";
import { attachmentField } from "#domain/inquiries/attachment.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { conversationPaths } from "#contract/conversation-paths.ts";
import { receiptLink, visitorPaths } from "#contract/paths.ts";
import {
  acceptedSchema,
  answeredSchema,
  answerSchema,
  formSchema,
  formTimeSchema,
  type HiddenFormValues,
  impostorReportSchema,
  inquirySchema,
  receiptKeySchema,
  receiptSchema,
  submissionHeadersSchema,
} from "#contract/inquiries/submission.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { fileTexts } from "#copy/server/file-texts.ts";
import type { InquiryWay } from "#domain/inquiries/inquiry.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import type { Conversations } from "./conversation.ts";
import type { Inquiries, Submitted } from "./inquiries.ts";
import { bytesOf } from "../lib/sent-files.ts";
import type { SpamGuard, TextSource } from "./spam-guard/spam-guard.ts";
import { problems, sendFieldErrors, sendProblem, sendThrottled } from "../http/problem.ts";
import { takenTypes, withFiles } from "../http/take-files.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** `/api/contact-inquiries`: visitors' inquiries. `site` has the text of the success toast. */
export function inquiryRoutes(deps: {
  inquiries: Inquiries;
  spamGuard: SpamGuard;
  site: Pick<Site, "words" | "translations">;
}): FastifyPluginAsyncZod {
  const { inquiries, spamGuard, site } = deps;
  const take = takeSubmission(spamGuard, (language) => accepted(site, language));
  return async (app) => {
    app.get(
      visitorPaths.formTime,
      {
        config: { access: "anyone" },
        schema: {
          summary: "The signed time of a form that is made now",
          response: { 200: formTimeSchema, ...problems() },
        },
      },
      async (_request, reply) => reply.header("cache-control", "no-store").send({ formTime: spamGuard.formTime() }),
    );
    await app.register(
      withFiles(async (files) => {
        files.post(
          visitorPaths.inquiries,
          {
            config: { access: "anyone", takes: "message" },
            schema: {
              summary: "Send an inquiry; it is on disk before the answer",
              consumes: takenTypes,
              headers: submissionHeadersSchema,
              body: inquirySchema.extend(formSchema.shape),
              response: { 201: acceptedSchema, ...problems(400, 403, 413, 415, 422, 429) },
            },
          },
          async (request, reply) => {
            const key = request.headers["idempotency-key"];
            const { formTime, homepage, work, language, key: _key, ...fields } = request.body;
            return take(request, reply, { key, form: { formTime, homepage, work, language } }, (options) =>
              inquiries.submit(fields, { ...options, files: request.sentFiles }),
            );
          },
        );
      }),
    );
  };
}

/** `/api/impostor-reports`: visitors' reports of impostors. */
export function impostorReportRoutes(deps: { inquiries: Inquiries; spamGuard: SpamGuard }): FastifyPluginAsyncZod {
  const { inquiries, spamGuard } = deps;
  const take = takeSubmission(spamGuard, () => say("accepted.report"));
  return withFiles(async (app) => {
    app.post(
      visitorPaths.impostorReports,
      {
        config: { access: "anyone", takes: "impostor" },
        schema: {
          summary: "Report an impostor; it is on disk before the answer, and lands in the inbox",
          consumes: takenTypes,
          headers: submissionHeadersSchema,
          body: impostorReportSchema.extend(formSchema.shape),
          response: { 201: acceptedSchema, ...problems(400, 403, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const key = request.headers["idempotency-key"];
        const { formTime, homepage, work, language, key: _key, ...fields } = request.body;
        return take(request, reply, { key, form: { formTime, homepage, work, language } }, (options) =>
          inquiries.report(fields, { ...options, files: request.sentFiles }),
        );
      },
    );
  });
}

/** `/api/conversation`: a visitor's inquiry and their answers, by the key of the private page. */
export function conversationRoutes(deps: {
  conversations: Conversations;
  spamGuard: SpamGuard;
}): FastifyPluginAsyncZod {
  const { conversations, spamGuard } = deps;
  const gone = (reply: FastifyReply) => sendProblem(reply, 404, say("visitor.no-page"));
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));
    app.post(
      conversationPaths.conversation,
      {
        config: { access: "anyone" },
        schema: {
          summary: "An inquiry with its replies, by the key of its private page, which stands in no address",
          body: receiptKeySchema,
          response: { 200: receiptSchema, ...problems(400, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => (await conversations.find(request.body.key, request.body.language)) ?? gone(reply),
    );
    await app.register(
      withFiles(async (files) => {
        files.post(
          conversationPaths.answers,
          {
            config: { access: "anyone" },
            schema: {
              summary: "Answer to an inquiry's replies; the answer is on disk before the response",
              consumes: takenTypes,
              headers: submissionHeadersSchema,
              body: answerSchema,
              response: { 201: answeredSchema, ...problems(400, 403, 404, 409, 413, 415, 422, 429) },
            },
          },
          async (request, reply) => {
            const idempotencyKey = request.headers["idempotency-key"];
            const { key, text, ...form } = request.body;
            const { sentFiles } = request;
            const assessment = await spamGuard.assess({
              via: "api",
              address: request.ip,
              key: idempotencyKey,
              form,
              fileBytes: bytesOf(sentFiles),
            });
            if (assessment.outcome !== "go") return sendThrottled(reply, assessment);
            const { isSuspected } = assessment;
            const { language = defaultLanguage } = form;
            const options = { idempotencyKey, isSuspected, files: sentFiles, language };
            const result = await conversations.answer(key, text, options);
            if (result.ok) return reply.code(201).send({ message: say("accepted.answer"), receipt: result.receipt });
            switch (result.reason) {
              case "gone":
                return gone(reply);
              case "over":
                return sendProblem(reply, 409, say("visitor.answer-over"));
              case "full":
                return sendProblem(reply, 409, say("visitor.answers-full"));
              case "other fields":
                return sendProblem(reply, 422, say("visitor.key-of-other-fields"));
              case "refused files":
                return sendFieldErrors(reply, { [attachmentField]: fileTexts[result.problem] });
            }
          },
        );
      }),
    );
  };
}

/**
 * Handles both kinds of submission: calls `submit` unless the visitor is throttled; `thanks` gives the text of the
 * success toast.
 */
function takeSubmission(spamGuard: SpamGuard, thanks: (language: Language) => ServerText) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, form }: { key: string | undefined; form: Omit<HiddenFormValues, "key"> },
    submit: (
      options: { key: string | undefined; isSuspected: boolean; way: InquiryWay } & TextSource &
        Pick<HiddenFormValues, "language">,
    ) => Promise<Submitted>,
  ): Promise<FastifyReply> => {
    const fileBytes = bytesOf(request.sentFiles);
    const assessment = await spamGuard.assess({ via: "api", address: request.ip, key, form, fileBytes });
    if (assessment.outcome !== "go") return sendThrottled(reply, assessment);
    const { isSuspected, source } = assessment;
    const submitted = await submit({ key, isSuspected, source, language: form.language, way: wayOf(request) });
    if (submitted.outcome === "other fields") return sendProblem(reply, 422, say("visitor.key-of-other-fields"));
    if (submitted.outcome === "refused files")
      return sendFieldErrors(reply, { [attachmentField]: fileTexts[submitted.problem] });
    const { reference, receiptKey } = submitted;
    // Plain: the page puts it into its own language.
    const receipt = receiptLink(receiptKey);
    return reply.code(201).send({ message: thanks(requestLanguage(request)), reference, receipt });
  };
}

/** The owner's own text, or else ours. */
function accepted(site: Pick<Site, "words" | "translations">, language: Language): ServerText {
  const text = acceptedText(site, language);
  const isOurs = text === dictionaries[language].accepted.inquiry;
  return isOurs ? say("accepted.inquiry") : say("accepted.own-text", { text });
}

/** Every browser says where a form comes from. */
function wayOf({ headers }: FastifyRequest): InquiryWay {
  return headers.origin === undefined && headers["sec-fetch-site"] === undefined ? "api" : "form";
}
