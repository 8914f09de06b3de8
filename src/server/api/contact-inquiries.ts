import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { inquirySchema } from "#contract/inquiry.ts";
import { acceptedSchema } from "#contract/receipt.ts";
import { receiptLink } from "../receipt-link.ts";
import type { Inquiries } from "../services/inquiries.ts";
import { problems } from "./problems.ts";

/** `/api/contact-inquiries`: what visitors write. `accepted` is what the success toast shows. */
export function inquiryRoutes(inquiries: Inquiries, accepted: string): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/contact-inquiries",
      {
        config: { access: "anyone" },
        schema: {
          summary: "Send an inquiry; it is on disk before the answer",
          body: inquirySchema,
          response: { 201: acceptedSchema, ...problems(400, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const { reference, receiptKey } = await inquiries.submit(request.body);
        return reply.code(201).send({ message: accepted, reference, receipt: receiptLink(receiptKey) });
      },
    );
  };
}
