import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import { type Problem, problemSchema } from "#contract/error.ts";
import type { Throttled } from "../inquiries/spam-guard/spam-guard.ts";

/**
 * Sends RFC 9457 problem details. `message` is for people, `errors` has a message per rejected field, `more` adds
 * members of this kind of problem.
 */
export function sendProblem(
  reply: FastifyReply,
  status: number,
  message: string,
  errors?: Record<string, string>,
  more: Record<string, unknown> = {},
): FastifyReply {
  const problem: Problem = {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    message,
    ...(errors === undefined ? {} : { errors }),
    ...more,
  };
  // Sent as text, so that a route's response schema cannot block it.
  return reply.code(status).type("application/problem+json").serializer(String).send(JSON.stringify(problem));
}

/** Sends 429 with `Retry-After`, in seconds. */
export function sendWait(reply: FastifyReply, seconds: number): FastifyReply {
  reply.header("retry-after", String(seconds));
  const time = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return sendProblem(reply, 429, `Too many tries. Please wait ${time} and try again.`);
}

/** Sends 409 if passkeys do not work at the site's address; `noPasskeys` of `GET /api/second-factor` has the reason. */
export function sendNoPasskeys(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 409, "Passkeys do not work at this site's address.");
}

const problem = { description: "What went wrong", content: { "application/problem+json": { schema: problemSchema } } };

/** Why an idempotency key is rejected. */
export const keyOfOtherFields =
  "This was sent before with other words. Send it again, with a new Idempotency-Key, to send these as well.";

/** The response schemas for these statuses, and for the errors that any call can have. */
export function problems<Status extends 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 428 | 429 | 503>(
  ...statuses: Status[]
) {
  const entries = [...statuses, 500 as const, 503 as const].map((status) => [status, problem] as const);
  // `fromEntries` loses the types of the keys.
  return Object.fromEntries(entries) as Record<Status | 500 | 503, typeof problem>;
}

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
