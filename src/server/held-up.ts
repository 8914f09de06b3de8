import type { FastifyReply } from "fastify";
import { sendProblem } from "./problem.ts";
import type { HeldUp } from "./services/intake.ts";

/** What a person is told whose inquiry or report has to wait; nothing of what was typed is lost. */
export function heldUpMessage(judgement: HeldUp): string {
  if (judgement.outcome === "work") {
    return "Very many messages are coming in just now, so your browser has to solve a small puzzle first. Please send it again.";
  }
  const time = `${judgement.seconds} ${judgement.seconds === 1 ? "second" : "seconds"}`;
  return judgement.because === "flood"
    ? `Very many messages are coming in just now. Nothing is lost: please send it again in ${time}.`
    : `Too many messages have come from your network. Nothing is lost: please send it again in ${time}.`;
}

/** Answers 429 to a call of the API; with `needs: "work"` and the challenge where that would let it through. */
export function sendHeldUp(reply: FastifyReply, judgement: HeldUp): FastifyReply {
  reply.header("retry-after", String(judgement.seconds)).header("cache-control", "no-store");
  const more = judgement.outcome === "work" ? { needs: "work", challenge: judgement.challenge } : {};
  return sendProblem(reply, 429, heldUpMessage(judgement), undefined, more);
}
