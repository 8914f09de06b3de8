import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { receiptLink, visitorPaths } from "#contract/paths.ts";
import {
  acceptedSchema,
  formSchema,
  formTimeSchema,
  type FormWords,
  impostorReportSchema,
  inquirySchema,
  submissionHeadersSchema,
} from "#contract/submission.ts";
import { type Inquiries, reportAccepted, type Submitted } from "./inquiries.ts";
import type { SpamGuard } from "./spam-guard/spam-guard.ts";
import { keyOfOtherFields, problems, sendProblem, sendThrottled } from "../http/problem.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** `/api/contact-inquiries`: visitors' inquiries. `accepted` is the text of the success toast. */
export function inquiryRoutes(deps: {
  inquiries: Inquiries;
  spamGuard: SpamGuard;
  accepted: string;
}): FastifyPluginAsyncZod {
  const { inquiries, spamGuard, accepted } = deps;
  const take = takeSubmission(spamGuard, accepted);
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
    app.post(
      visitorPaths.inquiries,
      {
        config: { access: "anyone", takes: "message" },
        schema: {
          summary: "Send an inquiry; it is on disk before the answer",
          headers: submissionHeadersSchema,
          body: inquirySchema.extend(formSchema.shape),
          response: { 201: acceptedSchema, ...problems(400, 403, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const key = request.headers["idempotency-key"];
        const { formTime, homepage, work, key: _key, ...fields } = request.body;
        return take(request, reply, { key, form: { formTime, homepage, work } }, (how) =>
          inquiries.submit(fields, how),
        );
      },
    );
  };
}

/** `/api/impostor-reports`: visitors' reports of impostors. */
export function impostorReportRoutes(deps: { inquiries: Inquiries; spamGuard: SpamGuard }): FastifyPluginAsyncZod {
  const { inquiries, spamGuard } = deps;
  const take = takeSubmission(spamGuard, reportAccepted);
  return async (app) => {
    app.post(
      visitorPaths.impostorReports,
      {
        config: { access: "anyone", takes: "impostor" },
        schema: {
          summary: "Report an impostor; it is on disk before the answer, and lands in the inbox",
          headers: submissionHeadersSchema,
          body: impostorReportSchema.extend(formSchema.shape),
          response: { 201: acceptedSchema, ...problems(400, 403, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const key = request.headers["idempotency-key"];
        const { formTime, homepage, work, key: _key, ...fields } = request.body;
        return take(request, reply, { key, form: { formTime, homepage, work } }, (how) =>
          inquiries.report(fields, how),
        );
      },
    );
  };
}

/**
 * Handles both kinds of submission: calls `submit` unless the visitor is throttled; `accepted` is the text of the
 * success toast.
 */
function takeSubmission(spamGuard: SpamGuard, accepted: string) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, form }: { key: string | undefined; form: Pick<FormWords, "formTime" | "homepage" | "work"> },
    submit: (how: { key: string | undefined; isSuspected: boolean }) => Promise<Submitted>,
  ): Promise<FastifyReply> => {
    const assessment = await spamGuard.assess({ via: "api", address: request.ip, key, form });
    if (assessment.outcome !== "go") return sendThrottled(reply, assessment);
    const submitted = await submit({ key, isSuspected: assessment.isSuspected });
    if (submitted.outcome === "other fields") return sendProblem(reply, 422, keyOfOtherFields);
    const { reference, receiptKey } = submitted;
    return reply.code(201).send({ message: accepted, reference, receipt: receiptLink(receiptKey) });
  };
}
