import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { doneSchema } from "#contract/done.ts";
import { proofSchema } from "#contract/session.ts";
import { signedInAs } from "../access.ts";
import { sendProblem, sendWait } from "../problem.ts";
import type { Proof } from "../services/proof.ts";
import type { Sessions } from "../services/sessions.ts";
import { problems } from "./problems.ts";

/** `/api/session/proof`: a member proves again who they are. */
export function proofRoutes(proof: Proof): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/session/proof",
      {
        schema: {
          summary: "Prove again who you are, with the password",
          body: proofSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => {
        const result = await proof.byPassword(signedInAs(request), request.body.password ?? "");
        switch (result.outcome) {
          case "proved":
            return { message: "Thank you. You can go on." };
          case "refused":
            // Not 401: the member stays signed in.
            return sendProblem(reply, 422, "The password is not right.", { password: "The password is not right." });
          case "wait":
            return sendWait(reply, result.seconds);
          case "signed out":
            return sendProblem(reply, 401, "Please sign in.");
        }
      },
    );
  };
}

/** Refuses a call until the member has proved again who they are; the browser asks for it, and sends the call once more. */
export function sendProofNeeded(reply: FastifyReply): FastifyReply {
  const message = "Please type your password again, so that nobody else does this in your name.";
  return sendProblem(reply, 403, message, undefined, { needs: "proof" });
}

/** Goes before the handler of a call of the team's that needs a fresh proof whatever it changes; the input is checked by then. */
export function freshProof(sessions: Pick<Sessions, "isProved">) {
  return async (request: FastifyRequest, reply: FastifyReply) =>
    sessions.isProved(signedInAs(request)) ? undefined : sendProofNeeded(reply);
}
