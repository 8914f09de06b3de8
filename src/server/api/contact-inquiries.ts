import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { inquirySchema } from "#contract/inquiry.ts";
import { acceptedSchema } from "#contract/receipt.ts";
import { submissionHeadersSchema } from "#contract/submission.ts";
import { sendProblem } from "../problem.ts";
import { receiptLink } from "../receipt-link.ts";
import type { Inquiries } from "../services/inquiries.ts";
import { keyOfOtherFields, problems } from "./problems.ts";

/** `/api/contact-inquiries`: what visitors write. `accepted` is what the success toast shows. */
export function inquiryRoutes(inquiries: Inquiries, accepted: string): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/contact-inquiries",
      {
        config: { access: "anyone" },
        schema: {
          summary: "Send an inquiry; it is on disk before the answer",
          headers: submissionHeadersSchema,
          body: inquirySchema,
          response: { 201: acceptedSchema, ...problems(400, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const key = request.headers["idempotency-key"];
        const submitted = await inquiries.submit(request.body, { key, isSuspected: false });
        if (submitted.outcome === "other fields") return sendProblem(reply, 422, keyOfOtherFields);
        const { reference, receiptKey } = submitted;
        return reply.code(201).send({ message: accepted, reference, receipt: receiptLink(receiptKey) });
      },
    );
  };
}
