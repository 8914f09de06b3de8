import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import type { Problem } from "#contract/error.ts";

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
