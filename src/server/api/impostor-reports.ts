import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { impostorReportSchema } from "#contract/impostor-report.ts";
import { acceptedSchema } from "#contract/receipt.ts";
import { submissionHeadersSchema } from "#contract/submission.ts";
import { sendProblem } from "../problem.ts";
import { receiptLink } from "../receipt-link.ts";
import type { Inquiries } from "../services/inquiries.ts";
import { reportAccepted } from "../report-accepted.ts";
import { keyOfOtherFields, problems } from "./problems.ts";

/** `/api/impostor-reports`: what visitors tell of somebody who passes for us. */
export function impostorReportRoutes(inquiries: Inquiries): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/impostor-reports",
      {
        config: { access: "anyone" },
        schema: {
          summary: "Report an impostor; it is on disk before the answer, and lands in the inbox",
          headers: submissionHeadersSchema,
          body: impostorReportSchema,
          response: { 201: acceptedSchema, ...problems(400, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const key = request.headers["idempotency-key"];
        const submitted = await inquiries.report(request.body, { key, isSuspected: false });
        if (submitted.outcome === "other fields") return sendProblem(reply, 422, keyOfOtherFields);
        const { reference, receiptKey } = submitted;
        return reply.code(201).send({ message: reportAccepted, reference, receipt: receiptLink(receiptKey) });
      },
    );
  };
}
