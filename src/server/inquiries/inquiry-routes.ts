import { dictionaries } from "#copy/dictionaries.ts";
import { requestLanguage } from "../http/request-language.ts";
import { acceptedText, type Site } from "#contract/site/site.ts";
import { attachmentField } from "#domain/inquiries/attachment.ts";
import { receiptLink } from "#contract/paths.ts";
import type { HiddenFormValues } from "#contract/inquiries/submission.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { fileTexts } from "#copy/server/file-texts.ts";
import type { InquiryWay } from "#domain/inquiries/inquiry.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import type { Conversations } from "./conversation.ts";
import type { Inquiries, Submitted } from "./inquiries.ts";
import { bytesOf } from "../lib/sent-files.ts";
import type { SpamGuard, TextSource } from "./spam-guard/spam-guard.ts";
import { sendFieldErrors, sendProblem, sendThrottled } from "../http/problem.ts";
import { refused, route } from "../http/route.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** `/api/contact-inquiries`: visitors' inquiries. `site` has the text of the success toast. */
export function inquiryRoutes(deps: {
  inquiries: Inquiries;
  spamGuard: SpamGuard;
  site: Pick<Site, "words" | "translations">;
}) {
  const { inquiries, spamGuard, site } = deps;
  const take = takeSubmission(spamGuard, (language) => accepted(site, language));
  return [
    route("GET /contact-inquiries/form-time", {
      does: "The signed time of a form that is made now",
      access: "anyone",
      run: () => ({ formTime: spamGuard.formTime() }),
    }),

    route("POST /contact-inquiries", {
      does: "Send an inquiry; it is on disk before the answer",
      access: "anyone",
      takes: "message",
      statuses: { also: [429] },
      run: async ({ body, headers, request, reply }) => {
        const { formTime, homepage, work, language, key: _key, ...fields } = body;
        const form = { formTime, homepage, work, language };
        return take(request, reply, { key: headers["idempotency-key"], form }, (options) =>
          inquiries.submit(fields, { ...options, files: request.sentFiles }),
        );
      },
    }),
  ];
}

/** `/api/impostor-reports`: visitors' reports of impostors. */
export function impostorReportRoutes(deps: { inquiries: Inquiries; spamGuard: SpamGuard }) {
  const { inquiries, spamGuard } = deps;
  const take = takeSubmission(spamGuard, () => say("accepted.report"));
  return [
    route("POST /impostor-reports", {
      does: "Report an impostor; it is on disk before the answer, and lands in the inbox",
      access: "anyone",
      takes: "impostor",
      statuses: { also: [429] },
      run: async ({ body, headers, request, reply }) => {
        const { formTime, homepage, work, language, key: _key, ...fields } = body;
        const form = { formTime, homepage, work, language };
        return take(request, reply, { key: headers["idempotency-key"], form }, (options) =>
          inquiries.report(fields, { ...options, files: request.sentFiles }),
        );
      },
    }),
  ];
}

/** `/api/conversation`: a visitor's inquiry and their answers, by the key of the private page. */
export function conversationRoutes(deps: { conversations: Conversations; spamGuard: SpamGuard }) {
  const { conversations, spamGuard } = deps;
  const gone = [404, say("visitor.no-page")] as const;
  return [
    route("POST /conversation", {
      does: "An inquiry with its replies, by the key of its private page, which stands in no address",
      access: "anyone",
      refuses: { gone },
      run: async ({ body }) => (await conversations.find(body.key, body.language)) ?? refused("gone"),
    }),

    route("POST /conversation/answers", {
      does: "Answer to an inquiry's replies; the answer is on disk before the response",
      access: "anyone",
      statuses: { also: [429] },
      refuses: {
        gone,
        over: [409, say("visitor.answer-over")],
        full: [409, say("visitor.answers-full")],
        "other fields": [422, say("visitor.key-of-other-fields")],
        "refused files": [
          422,
          ({ problem }: { problem: keyof typeof fileTexts }) => ({ errors: { [attachmentField]: fileTexts[problem] } }),
        ],
      },
      run: async ({ body, headers, request, reply }) => {
        const idempotencyKey = headers["idempotency-key"];
        const { key, text, ...form } = body;
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
        return result.ok ? { message: say("accepted.answer"), receipt: result.receipt } : result;
      },
    }),
  ];
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
