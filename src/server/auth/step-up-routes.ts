import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { securityPaths, teamPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import { passkeyRequestSchema } from "#contract/second-factor.ts";
import { proofSchema } from "#contract/session.ts";
import { signedInAs } from "../http/access.ts";
import { problems, sendNoPasskeys, sendProblem, sendWait } from "../http/problem.ts";
import type { StepUp } from "./step-up.ts";

const refused = {
  password: "The password is not right.",
  passkey: "This passkey was not accepted.",
  code: "The code is not right, or was used before.",
};
const factorNeeded = "You have a second factor: use your passkey, a one-time code or a recovery code.";

/** `/api/session/proof`: step-up authentication. */
export function stepUpRoutes(stepUp: StepUp): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      securityPaths.stepUpOptions,
      {
        config: { duringSetUp: true },
        schema: {
          summary: "What the browser is asked for to prove who you are with a passkey",
          response: { 200: passkeyRequestSchema, ...problems(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        (await stepUp.passkeyOptions(signedInAs(request), request.hostname)) ?? sendNoPasskeys(reply),
    );

    app.post(
      teamPaths.stepUp,
      {
        config: { duringSetUp: true },
        schema: {
          summary: "Prove again who you are: with the second factor where you have one, with the password otherwise",
          body: proofSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => {
        const { password = "", passkey, code } = request.body;
        const signedIn = signedInAs(request);
        const field = passkey === undefined ? (code === undefined ? "password" : "code") : "passkey";
        const result = await (passkey !== undefined
          ? stepUp.byPasskey(signedIn, passkey)
          : code !== undefined
            ? stepUp.byCode(signedIn, code)
            : stepUp.byPassword(signedIn, password));
        switch (result.outcome) {
          case "proved":
            return { message: "Thank you. You can go on." };
          case "refused":
            // Not 401: the member stays signed in.
            return sendProblem(reply, 422, refused[field], { [field]: refused[field] });
          case "second factor needed":
            return sendProblem(reply, 422, factorNeeded, { code: factorNeeded });
          case "wait":
            return sendWait(reply, result.seconds);
          case "signed out":
            return sendProblem(reply, 401, "Please sign in.");
        }
      },
    );
  };
}
