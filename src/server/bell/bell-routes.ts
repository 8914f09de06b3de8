import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { doneSchema } from "#contract/done.ts";
import { bellEntriesSchema, readBellSchema } from "#contract/inbox/bell.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { memberOf } from "../http/access.ts";
import { problems } from "../http/problem.ts";
import type { Bell } from "./bell.ts";

/** `/api/inbox/bell`: what the bell tells the member who asks. */
export function bellRoutes({ bell }: { bell: Bell }): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      inboxPaths.bell,
      {
        schema: {
          summary:
            "The entries of your bell: mentions, assignments, answers in your inquiries, replies that were not delivered",
          response: { 200: bellEntriesSchema, ...problems(401) },
        },
      },
      (request) => bell.list(memberOf(request).id),
    );

    app.put(
      inboxPaths.readBell,
      {
        schema: {
          summary: "Mark entries of your bell as read",
          body: readBellSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request) => {
        await bell.markRead(memberOf(request).id, request.body);
        return { message: say("notices.read") };
      },
    );
  };
}
