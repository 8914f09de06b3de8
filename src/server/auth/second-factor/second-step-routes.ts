import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { securityPaths } from "#contract/team-api-paths.ts";
import {
  passkeyRequestSchema,
  passkeySignInSchema,
  passkeyStepSchema,
  secondStepSchema,
} from "#contract/second-factor.ts";
import { sessionSchema } from "#contract/session.ts";
import { problems, sendNoPasskeys, sendProblem, sendWait } from "#server/http/problem.ts";
import { deviceOf, type Devices } from "../devices.ts";
import { networkOf } from "#server/lib/network.ts";
import type { SecondStepOutcome, SignIn } from "../sign-in.ts";
import type { Sessions } from "../sessions.ts";
import { createBeginSession } from "../begin-session.ts";

/** `/api/session/...`: the second step of a sign-in, and sign-in with a passkey alone. */
export function secondStepRoutes(deps: {
  signIn: SignIn;
  sessions: Sessions;
  devices: Devices;
  sessionHours: number;
}): FastifyPluginAsyncZod {
  const beginSession = createBeginSession(deps);
  const fromOf = (request: FastifyRequest) => ({
    network: networkOf(request.ip),
    device: deviceOf(request.headers["user-agent"]),
  });

  /** `refused` sends the response to a wrong code or passkey. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    result: SecondStepOutcome,
    refused: () => FastifyReply,
  ) {
    switch (result.outcome) {
      case "signed in":
        return beginSession(request, reply, result.session);
      case "refused":
        return refused();
      case "wait":
        return sendWait(reply, result.seconds);
      case "over":
        return sendOver(reply);
    }
  }

  return async (app) => {
    app.post(
      securityPaths.secondStep,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Confirm a sign-in with a one-time code or a recovery code",
          body: secondStepSchema,
          response: { 200: sessionSchema, ...problems(400, 401, 403, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.withCode({ ...request.body, ...fromOf(request) });
        const wrong = "This code is not right, or it was used before.";
        return answer(request, reply, result, () => sendProblem(reply, 422, wrong, { code: wrong }));
      },
    );

    app.post(
      securityPaths.passkeySignInOptions,
      {
        config: { access: "anyone" },
        schema: {
          summary: "What the browser is asked for to sign in with a passkey",
          body: passkeyStepSchema,
          response: { 200: passkeyRequestSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.passkeyOptions(request.body.ticket, request.hostname);
        if (result.outcome === "over") return sendOver(reply);
        return result.options ?? sendNoPasskeys(reply);
      },
    );

    app.post(
      securityPaths.passkeySignIn,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Sign in with a passkey, alone or as the second step",
          body: passkeySignInSchema,
          response: { 200: sessionSchema, ...problems(400, 401, 403, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.withPasskey({ ...request.body, ...fromOf(request) });
        return answer(request, reply, result, () =>
          sendProblem(reply, 401, "This passkey was not accepted. Please try again, or sign in with your password."),
        );
      },
    );
  };
}

/** `errors.ticket` distinguishes this from a rejected passkey, after which the ticket stays valid. */
function sendOver(reply: FastifyReply): FastifyReply {
  const message = "This sign-in took too long. Please type your password again.";
  return sendProblem(reply, 401, message, { ticket: message });
}
