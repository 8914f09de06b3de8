import type { FastifyReply, FastifyRequest } from "fastify";
import type { FormWords } from "#contract/inquiry-form.ts";
import { sendThrottled } from "../throttled.ts";
import { sendProblem } from "../problem.ts";
import { receiptLink } from "../receipt-link.ts";
import type { Submitted } from "../services/inquiries.ts";
import type { SpamGuard } from "../services/spam-guard.ts";
import { keyOfOtherFields } from "./problems.ts";

/**
 * Handles both kinds of submission: calls `submit` unless the visitor is throttled; `accepted` is the text of the
 * success toast.
 */
export function takeSubmission(intake: SpamGuard, accepted: string) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, form }: { key: string | undefined; form: Pick<FormWords, "formTime" | "homepage" | "work"> },
    submit: (how: { key: string | undefined; isSuspected: boolean }) => Promise<Submitted>,
  ): Promise<FastifyReply> => {
    const judged = await intake.judge({ door: "api", address: request.ip, key, form });
    if (judged.outcome !== "go") return sendThrottled(reply, judged);
    const submitted = await submit({ key, isSuspected: judged.isSuspected });
    if (submitted.outcome === "other fields") return sendProblem(reply, 422, keyOfOtherFields);
    const { reference, receiptKey } = submitted;
    return reply.code(201).send({ message: accepted, reference, receipt: receiptLink(receiptKey) });
  };
}
