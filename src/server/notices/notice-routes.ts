import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { doneSchema } from "#contract/done.ts";
import { noticeListSchema, readNoticesSchema } from "#contract/inbox/notice.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { memberOf } from "../http/access.ts";
import { problems } from "../http/problem.ts";
import type { Notices } from "./notices.ts";

/** `/api/inbox/notices`: what the bell tells the member who asks. */
export function noticeRoutes({ notices }: { notices: Notices }): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      inboxPaths.notices,
      {
        schema: {
          summary: "Your notices: mentions, assignments, answers in your inquiries, replies that were not delivered",
          response: { 200: noticeListSchema, ...problems(401) },
        },
      },
      (request) => notices.list(memberOf(request).id),
    );

    app.put(
      inboxPaths.readNotices,
      {
        schema: {
          summary: "Mark your notices as read",
          body: readNoticesSchema,
          response: { 200: doneSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request) => {
        await notices.markRead(memberOf(request).id, request.body);
        return { message: "Marked as read" };
      },
    );
  };
}
