import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { visitorPaths } from "#contract/api-paths.ts";
import { inquirySchema } from "#contract/inquiry.ts";
import { formSchema, formTimeSchema } from "#contract/inquiry-form.ts";
import { acceptedSchema } from "#contract/receipt.ts";
import { submissionHeadersSchema } from "#contract/submission.ts";
import type { Inquiries } from "./inquiries.ts";
import type { SpamGuard } from "./spam-guard/spam-guard.ts";
import { problems } from "../http/problem-schemas.ts";
import { takeSubmission } from "./take-submission.ts";

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
