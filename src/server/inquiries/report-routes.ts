import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { visitorPaths } from "#contract/api-paths.ts";
import { impostorReportSchema } from "#contract/impostor-report.ts";
import { formSchema } from "#contract/inquiry-form.ts";
import { acceptedSchema } from "#contract/receipt.ts";
import { submissionHeadersSchema } from "#contract/submission.ts";
import { type Inquiries, reportAccepted } from "./inquiries.ts";
import type { SpamGuard } from "./spam-guard/spam-guard.ts";
import { problems } from "../http/problem-schemas.ts";
import { takeSubmission } from "./take-submission.ts";

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
