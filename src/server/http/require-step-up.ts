import type { FastifyReply, FastifyRequest } from "fastify";
import { signedInAs } from "./access.ts";
import { sendProblem } from "./problem.ts";
import type { Sessions } from "../auth/sessions.ts";

/** Rejects a call until the member does a step-up; the browser prompts for it and resends the call. */
export function sendStepUpNeeded(reply: FastifyReply): FastifyReply {
  const message = "Please confirm again that it is you, so that nobody else does this in your name.";
  return sendProblem(reply, 403, message, undefined, { needs: "proof" });
}

/** A `preHandler` for team calls that always need a recent step-up. It runs after input validation. */
export function freshStepUp(sessions: Pick<Sessions, "isProved">) {
  return async (request: FastifyRequest, reply: FastifyReply) =>
    sessions.isProved(signedInAs(request)) ? undefined : sendStepUpNeeded(reply);
}
