import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import type { Problem } from "#contract/error.ts";

/**
 * Answers with RFC 9457 problem details. `message` is for a person; `errors` has one for each rejected field, `more` what else
 * this kind of problem tells.
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
  // Sent as text: a problem must reach the caller whatever schema the route has for its answers.
  return reply.code(status).type("application/problem+json").serializer(String).send(JSON.stringify(problem));
}

/** Answers 429 to one who has to wait for so many seconds. */
export function sendWait(reply: FastifyReply, seconds: number): FastifyReply {
  reply.header("retry-after", String(seconds));
  const time = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return sendProblem(reply, 429, `Too many tries. Please wait ${time} and try again.`);
}

/** Answers 409 where the site's address cannot have passkeys; `noPasskeys` of `GET /api/second-factor` says why. */
export function sendNoPasskeys(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 409, "Passkeys do not work at this site's address.");
}
