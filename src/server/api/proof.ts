import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { doneSchema } from "#contract/done.ts";
import { passkeyRequestSchema } from "#contract/second-factor.ts";
import { proofSchema } from "#contract/session.ts";
import { signedInAs } from "../access.ts";
import { sendNoPasskeys, sendProblem, sendWait } from "../problem.ts";
import type { Proof } from "../services/proof.ts";
import type { Sessions } from "../services/sessions.ts";
import { problems } from "./problems.ts";

/** `/api/session/proof`: a member proves again who they are. */
export function proofRoutes(proof: Proof): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/session/proof/passkey-options",
      {
        config: { duringSetUp: true },
        schema: {
          summary: "What the browser is asked for to prove who you are with a passkey",
          response: { 200: passkeyRequestSchema, ...problems(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        (await proof.passkeyOptions(signedInAs(request), request.hostname)) ?? sendNoPasskeys(reply),
    );

    app.post(
      "/session/proof",
      {
        config: { duringSetUp: true },
        schema: {
          summary: "Prove again who you are, with the password or a passkey",
          body: proofSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => {
        const { password = "", passkey } = request.body;
        const result = await (passkey === undefined
          ? proof.byPassword(signedInAs(request), password)
          : proof.byPasskey(signedInAs(request), passkey));
        switch (result.outcome) {
          case "proved":
            return { message: "Thank you. You can go on." };
          case "refused":
            // Not 401: the member stays signed in.
            if (passkey !== undefined) {
              return sendProblem(reply, 422, "This passkey was not accepted.", {
                passkey: "This passkey was not accepted.",
              });
            }
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
