import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { teamPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import { resetRequestSchema, sessionSchema, setPasswordSchema, signInSchema } from "#contract/session.ts";
import { signedInAs } from "../http/access.ts";
import { problems, sendProblem, sendWait } from "../http/problem.ts";
import type { Accounts } from "./team/accounts.ts";
import { deviceOf, type Devices } from "./devices.ts";
import { networkOf } from "../lib/network.ts";
import type { PasswordReset } from "./passwords/password-reset.ts";
import type { Sessions } from "./sessions.ts";
import type { SignIn } from "./sign-in.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { createBeginSession, sendSecondFactorNeeded } from "./begin-session.ts";

/** `/api/session` and `/api/password`: sign-in, sign-out, and setting a password with a one-time link. */
export function sessionRoutes(deps: {
  signIn: SignIn;
  accounts: Accounts;
  sessions: Sessions;
  devices: Devices;
  passwordReset: PasswordReset;
  sessionHours: number;
}): FastifyPluginAsyncZod {
  const beginSession = createBeginSession(deps);

  return async (app) => {
    app.get(
      teamPaths.session,
      {
        config: { duringSetUp: true },
        schema: { summary: "Who is signed in", response: { 200: sessionSchema, ...problems(401) } },
      },
      (request) => {
        const { member, mustSetUp } = signedInAs(request);
        return { member, mustSetUp };
      },
    );

    app.post(
      teamPaths.session,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Sign in",
          body: signInSchema,
          response: { 200: sessionSchema, ...problems(400, 401, 403, 413, 415, 422, 429, 503) },
        },
      },
      async (request, reply) => {
        const result = await deps.signIn.signIn({
          ...request.body,
          network: networkOf(request.ip),
          device: deviceOf(request.headers["user-agent"]),
        });
        switch (result.outcome) {
          case "signed in":
            return beginSession(request, reply, result.session);
          case "second factor":
            return sendSecondFactorNeeded(reply, result, "Please confirm that it is you.");
          case "refused":
            return sendProblem(reply, 401, "The e-mail address or the password is not right.");
          case "wait":
            return sendWait(reply, result.seconds);
        }
      },
    );

    app.delete(
      teamPaths.session,
      {
        config: { duringSetUp: true },
        schema: { summary: "Sign out", response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415) } },
      },
      async (request, reply) => {
        if (request.signedIn !== null) await deps.sessions.end(request.signedIn.token);
        clearSessionCookie(request, reply);
        return { message: "You are signed out." };
      },
    );

    app.post(
      teamPaths.password,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Set a password with a one-time link, and sign in",
          body: setPasswordSchema,
          response: { 200: sessionSchema, ...problems(400, 401, 403, 409, 413, 415, 422, 503) },
        },
      },
      async (request, reply) => {
        const result = await deps.accounts.setPassword({
          ...request.body,
          device: deviceOf(request.headers["user-agent"]),
        });
        switch (result.outcome) {
          case "set":
            return beginSession(request, reply, result.session);
          case "second factor":
            return sendSecondFactorNeeded(reply, result, "Your new password is set. Please confirm that it is you.");
          case "common password":
            return sendProblem(reply, 422, "Please correct the marked fields.", {
              password: "This password is among the first that are tried. Take a longer one that nobody would guess.",
            });
          case "email needed":
            return sendProblem(reply, 422, "Please correct the marked fields.", { email: "Email is required." });
          case "no such link":
            return sendProblem(
              reply,
              409,
              "This link has been used or is over. Ask for a new one, or run `npm run admin` on the server.",
            );
        }
      },
    );

    app.post(
      teamPaths.passwordReset,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Ask for a one-time link by mail; the answer does not tell whether there is such a member",
          body: resetRequestSchema,
          response: { 202: doneSchema, ...problems(400, 403, 409, 413, 415, 422, 429) },
        },
      },
      async (request, reply) => {
        const result = await deps.passwordReset.request({ ...request.body, network: networkOf(request.ip) });
        switch (result.outcome) {
          case "accepted":
            result.sent.catch((error: unknown) => request.log.error({ err: error }, "a reset could not be sent"));
            return reply
              .code(202)
              .send({ message: "If this is the address of a member, a link to set a new password is on its way." });
          case "wait":
            return sendWait(reply, result.seconds);
          case "no mail":
            return sendProblem(
              reply,
              409,
              "This site sends no mail. Ask an owner, or whoever runs the server, for a link.",
            );
        }
      },
    );
  };
}
