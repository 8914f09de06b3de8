import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { teamPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import { changePasswordSchema } from "#contract/session.ts";
import { sendStepUpNeeded, signedInAs } from "#server/http/access.ts";
import { problems, sendProblem } from "#server/http/problem.ts";
import { deviceOf } from "../devices.ts";
import type { OwnPassword } from "./own-password.ts";
import type { Sessions } from "../sessions.ts";

/** `/api/session/password`: members change their own password. */
export function ownPasswordRoutes(deps: { ownPassword: OwnPassword; sessions: Sessions }): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      teamPaths.ownPassword,
      {
        // Needs its own step-up: neither the sign-in nor an earlier step-up is enough.
        preHandler: async (request, reply) =>
          (await deps.sessions.isJustProved(signedInAs(request))) ? undefined : sendStepUpNeeded(reply),
        schema: {
          summary: "Change your own password; your other sessions end. Prove within the minute before who you are",
          body: changePasswordSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422, 503) },
        },
      },
      async (request, reply) => {
        const device = deviceOf(request.headers["user-agent"]);
        const result = await deps.ownPassword.change(signedInAs(request), request.body.password, device);
        switch (result.outcome) {
          case "changed":
            return { message: `Your password is changed.${endedWords(result.sessionsEnded)}` };
          case "common password":
            return sendProblem(reply, 422, "Please correct the marked fields.", {
              password: "This password is among the first that are tried. Take a longer one that nobody would guess.",
            });
          case "signed out":
            return sendProblem(reply, 401, "Please sign in.");
        }
      },
    );
  };
}

function endedWords(sessions: number): string {
  if (sessions === 0) return "";
  return sessions === 1 ? " One other session is over." : ` ${sessions} other sessions are over.`;
}
