import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { doneSchema } from "#contract/done.ts";
import { passkeyRequestSchema } from "#contract/auth/second-factor.ts";
import { changePasswordSchema, stepUpSchema } from "#contract/auth/session.ts";
import { securityPaths, teamPaths } from "#contract/team-api-paths.ts";
import { sessionEntriesSchema } from "#contract/auth/team.ts";
import { localOnly, memberOf, sendStepUpNeeded, signedInAs } from "../http/access.ts";
import { problems, sendNoPasskeys, sendFieldErrors, sendProblem, sendWait } from "../http/problem.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";
import { deviceOf } from "./devices.ts";
import type { OwnPassword } from "./passwords/password-changes.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
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
        if (result.ok) return { message: "Thank you. You can go on." };
        switch (result.reason) {
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

/** `/api/sessions`: lists and ends the member's own sessions. */
export function sessionListRoutes(sessions: Sessions): FastifyPluginAsyncZod {
  async function list({ member, token }: SignedIn) {
    return { sessions: await sessions.list(member.id, token) };
  }

  async function endOthers({ member, token }: SignedIn) {
    const ended = await sessions.endOthers(member, token);
    return { message: ended === 1 ? "One other session is over." : `${ended} other sessions are over.` };
  }

  async function endAll(request: FastifyRequest, reply: FastifyReply) {
    await sessions.endAll(memberOf(request));
    clearSessionCookie(request, reply);
    return { message: "All of your sessions are over, this one as well." };
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
          return { message: "The session is over." };
        }
        return sendProblem(reply, 404, "This session is over already.");
      },
    );

    app.delete(
      teamPaths.sessions,
      {
        schema: {
          summary: "End all of your sessions but this one, or all of them",
          querystring: z.object({
            all: z.enum(["true", "false"], { error: "Choose whether this session ends as well." }).default("false"),
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
        const device = deviceOf(request.headers["user-agent"]);
        const result = await deps.ownPassword.change(signedInAs(request), request.body.password, device);
        if (result.ok) return { message: `Your password is changed.${endedText(result.sessionsEnded)}` };
        switch (result.reason) {
          case "common password":
            return sendFieldErrors(reply, {
              password: "This password is among the first that are tried. Take a longer one that nobody would guess.",
            });
          case "signed out":
            return sendProblem(reply, 401, "Please sign in.");
        }
      },
    );
  };
}

function endedText(sessions: number): string {
  if (sessions === 0) return "";
  return sessions === 1 ? " One other session is over." : ` ${sessions} other sessions are over.`;
}
