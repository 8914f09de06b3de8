import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { impostorReportSchema } from "#contract/impostor-report.ts";
import { formSchema } from "#contract/inquiry-form.ts";
import { acceptedSchema } from "#contract/receipt.ts";
import { submissionHeadersSchema } from "#contract/submission.ts";
import { sendHeldUp } from "../held-up.ts";
import { sendProblem } from "../problem.ts";
import { receiptLink } from "../receipt-link.ts";
import type { Inquiries } from "../services/inquiries.ts";
import type { Intake } from "../services/intake.ts";
import { reportAccepted } from "../report-accepted.ts";
import { keyOfOtherFields, problems } from "./problems.ts";

/** `/api/impostor-reports`: what visitors tell of somebody who passes for us. */
export function impostorReportRoutes(deps: { inquiries: Inquiries; intake: Intake }): FastifyPluginAsyncZod {
  const { inquiries, intake } = deps;
  return async (app) => {
    app.post(
      "/impostor-reports",
      {
        config: { access: "anyone" },
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
        const judged = await intake.judge({
          door: "api",
          address: request.ip,
          key,
          form: { formTime, homepage, work },
        });
        if (judged.outcome !== "go") return sendHeldUp(reply, judged);
        const submitted = await inquiries.report(fields, { key, isSuspected: judged.isSuspected });
        if (submitted.outcome === "other fields") return sendProblem(reply, 422, keyOfOtherFields);
        const { reference, receiptKey } = submitted;
        return reply.code(201).send({ message: reportAccepted, reference, receipt: receiptLink(receiptKey) });
      },
    );
  };
}
