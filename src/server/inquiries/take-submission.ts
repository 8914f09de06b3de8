import type { FastifyReply, FastifyRequest } from "fastify";
import type { FormWords } from "#contract/inquiry-form.ts";
import { sendThrottled } from "../http/throttled.ts";
import { sendProblem } from "../http/problem.ts";
import { receiptLink } from "#contract/paths.ts";
import type { Submitted } from "./inquiries.ts";
import type { SpamGuard } from "./spam-guard/spam-guard.ts";
import { keyOfOtherFields } from "../http/problem-schemas.ts";

/**
 * Handles both kinds of submission: calls `submit` unless the visitor is throttled; `accepted` is the text of the
 * success toast.
 */
export function takeSubmission(spamGuard: SpamGuard, accepted: string) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, form }: { key: string | undefined; form: Pick<FormWords, "formTime" | "homepage" | "work"> },
    submit: (how: { key: string | undefined; isSuspected: boolean }) => Promise<Submitted>,
  ): Promise<FastifyReply> => {
    const judged = await spamGuard.assess({ door: "api", address: request.ip, key, form });
    if (judged.outcome !== "go") return sendThrottled(reply, judged);
    const submitted = await submit({ key, isSuspected: judged.isSuspected });
    if (submitted.outcome === "other fields") return sendProblem(reply, 422, keyOfOtherFields);
    const { reference, receiptKey } = submitted;
    return reply.code(201).send({ message: accepted, reference, receipt: receiptLink(receiptKey) });
  };
}
