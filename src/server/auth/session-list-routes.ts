import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { teamPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import { sessionEntriesSchema } from "#contract/team.ts";
import { memberOf, signedInAs } from "../http/access.ts";
import { problems, sendProblem } from "../http/problem.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import { clearSessionCookie } from "../http/session-cookie.ts";

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
