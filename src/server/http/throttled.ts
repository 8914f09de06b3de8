import type { FastifyReply } from "fastify";
import { sendProblem } from "./problem.ts";
import type { Throttled } from "../inquiries/spam-guard/spam-guard.ts";

/** The message for a throttled inquiry or report; the typed text is not lost. */
export function throttledMessage(assessment: Throttled): string {
  if (assessment.outcome === "work") {
    return (
      "Very many messages are coming in just now, so your browser has to solve a small puzzle first. Please send it " +
      "again."
    );
  }
  const time = `${assessment.seconds} ${assessment.seconds === 1 ? "second" : "seconds"}`;
  return assessment.because === "flood"
    ? `Very many messages are coming in just now. Nothing is lost: please send it again in ${time}.`
    : `Too many messages have come from your network. Nothing is lost: please send it again in ${time}.`;
}

/** Sends 429 for an API call, with `needs: "work"` and the challenge if a proof of work would let it through. */
export function sendThrottled(reply: FastifyReply, assessment: Throttled): FastifyReply {
  reply.header("retry-after", String(assessment.seconds)).header("cache-control", "no-store");
  const more = assessment.outcome === "work" ? { needs: "work", challenge: assessment.challenge } : {};
  return sendProblem(reply, 429, throttledMessage(assessment), undefined, more);
}
