import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { doneSchema } from "#contract/done.ts";
import { passkeyRequestSchema } from "#contract/auth/second-factor.ts";
import { changePasswordSchema, stepUpSchema } from "#contract/auth/session.ts";
import { securityPaths, teamPaths } from "#contract/team-api-paths.ts";
import { sessionEntriesSchema } from "#contract/auth/team.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { localOnly, memberOf, sendStepUpNeeded, signedInAs } from "../http/access.ts";
import { problems, sendNoPasskeys, sendFieldErrors, sendProblem, sendWait } from "../http/problem.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { deviceOf } from "./devices.ts";
import type { OwnPassword } from "./passwords/password-changes.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import type { StepUp } from "./step-up.ts";

const refused = {
  password: say("account.wrong-password"),
  passkey: say("passkey.refused"),
  code: say("account.wrong-code"),
};
const factorNeeded = say("account.use-second-factor");

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
          body: stepUpSchema,
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
        if (result.ok) return { message: say("account.confirmed") };
        switch (result.reason) {
          case "refused":
            // Responds with 422 rather than 401: the member stays signed in.
            return sendProblem(reply, 422, refused[field], { [field]: refused[field] });
          case "second factor needed":
            return sendProblem(reply, 422, factorNeeded, { code: factorNeeded });
          case "wait":
            return sendWait(reply, result.seconds);
          case "signed out":
            return sendProblem(reply, 401, say("access.sign-in"));
        }
      },
    );
  };
}

/** `/api/sessions`: lists and ends the member's own sessions. */
export function sessionListRoutes(sessions: Sessions): FastifyPluginAsyncZod {
  async function list({ member, token }: SignedIn) {
    return { sessions: await sessions.list(member.id, token) };
  }

  async function endOthers({ member, token }: SignedIn) {
    const ended = await sessions.endOthers(member, token);
    return { message: say("sessions.others-ended", { count: ended }) };
  }

  async function endAll(request: FastifyRequest, reply: FastifyReply) {
    await sessions.endAll(memberOf(request));
    clearSessionCookie(request, reply);
    return { message: say("sessions.all-ended") };
  }

  return async (app) => {
    app.get(
      teamPaths.sessions,
      { schema: { summary: "Your sessions", response: { 200: sessionEntriesSchema, ...problems(401) } } },
      (request) => list(signedInAs(request)),
    );

    app.delete(
      teamPaths.oneSession,
      {
        schema: {
          summary: "End one of your sessions",
          params: z.object({ id: z.string() }),
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        if (await sessions.endOne(memberOf(request), request.params.id)) {
          return { message: say("session.ended") };
        }
        return sendProblem(reply, 404, say("session.over"));
      },
    );

    app.delete(
      teamPaths.sessions,
      {
        schema: {
          summary: "End all of your sessions but this one, or all of them",
          querystring: z.object({
            all: z.enum(["true", "false"], { error: say("session.choose-this-one") }).default("false"),
          }),
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      (request, reply) => (request.query.all === "true" ? endAll(request, reply) : endOthers(signedInAs(request))),
    );
  };
}

/** `/api/session/password`: members change their own password. */
export function ownPasswordRoutes(deps: { ownPassword: OwnPassword; sessions: Sessions }): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      teamPaths.ownPassword,
      {
        // Needs its own step-up: neither the sign-in nor an earlier step-up is enough.
        preHandler: [
          localOnly,
          async (request, reply) =>
            (await deps.sessions.hasJustSteppedUp(signedInAs(request))) ? undefined : sendStepUpNeeded(reply),
        ],
        schema: {
          summary: "Change your own password; your other sessions end. Prove within the minute before who you are",
          body: changePasswordSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422, 503) },
        },
      },
      async (request, reply) => {
        const device = await deviceOf(request.headers["user-agent"]);
        const result = await deps.ownPassword.change(signedInAs(request), request.body.password, device);
        if (result.ok) return { message: changedText(result.sessionsEnded) };
        switch (result.reason) {
          case "common password":
            return sendFieldErrors(reply, {
              password: say("password.guessable"),
            });
          case "signed out":
            return sendProblem(reply, 401, say("access.sign-in"));
        }
      },
    );
  };
}

function changedText(count: number): ServerText {
  return count === 0
    ? say("password.changed")
    : say("password.changed-and", { rest: say("sessions.others-ended", { count }) });
}
