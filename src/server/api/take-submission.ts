import type { FastifyReply, FastifyRequest } from "fastify";
import type { FormWords } from "#contract/inquiry-form.ts";
import { sendHeldUp } from "../held-up.ts";
import { sendProblem } from "../problem.ts";
import { receiptLink } from "../receipt-link.ts";
import type { Submitted } from "../services/inquiries.ts";
import type { Intake } from "../services/intake.ts";
import { keyOfOtherFields } from "./problems.ts";

/**
 * What both calls of visitors have in common: `submit` is called unless the visitor has to wait or to work first; `accepted` is what
 * the success toast shows.
 */
export function takeSubmission(intake: Intake, accepted: string) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, form }: { key: string | undefined; form: Pick<FormWords, "formTime" | "homepage" | "work"> },
    submit: (how: { key: string | undefined; isSuspected: boolean }) => Promise<Submitted>,
  ): Promise<FastifyReply> => {
    const judged = await intake.judge({ door: "api", address: request.ip, key, form });
    if (judged.outcome !== "go") return sendHeldUp(reply, judged);
    const submitted = await submit({ key, isSuspected: judged.isSuspected });
    if (submitted.outcome === "other fields") return sendProblem(reply, 422, keyOfOtherFields);
    const { reference, receiptKey } = submitted;
    return reply.code(201).send({ message: accepted, reference, receipt: receiptLink(receiptKey) });
  };
}
