import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { doneSchema } from "#contract/done.ts";
import { savedViewInputSchema, savedViewListSchema, savedViewSchema } from "#contract/inbox/saved-view.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { memberOf } from "../../http/access.ts";
import { problems, sendProblem } from "../../http/problem.ts";
import type { SavedViews } from "./saved-views.ts";

const params = z.object({ id: z.string() });
const full = say("views.full");
const gone = say("view.gone");

/** `/api/saved-views`: views of the inbox that members have saved, for every role. */
export function savedViewRoutes(views: SavedViews): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      inboxPaths.savedViews,
      {
        schema: {
          summary: "The caller's saved views and those that the team shares",
          response: { 200: savedViewListSchema, ...problems(401) },
        },
      },
      async (request) => ({ views: await views.list(memberOf(request)) }),
    );

    app.post(
      inboxPaths.savedViews,
      {
        schema: {
          summary: "Save a view",
          body: savedViewInputSchema,
          response: { 201: savedViewSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const added = await views.add(request.body, memberOf(request));
        if (added !== null) return reply.code(201).send(added);
        return sendProblem(reply, 409, full);
      },
    );

    app.put(
      inboxPaths.savedView,
      {
        schema: {
          summary: "Replace a saved view",
          params,
          body: savedViewInputSchema,
          response: { 200: savedViewSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const replaced = await views.replace(request.params.id, request.body, memberOf(request));
        if (replaced.ok) return replaced.view;
        return replaced.reason === "gone" ? sendProblem(reply, 404, gone) : sendProblem(reply, 409, full);
      },
    );

    app.delete(
      inboxPaths.savedView,
      {
        schema: {
          summary: "Delete a saved view",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        if (await views.remove(request.params.id, memberOf(request))) return { message: say("view.deleted") };
        return sendProblem(reply, 404, gone);
      },
    );
  };
}
