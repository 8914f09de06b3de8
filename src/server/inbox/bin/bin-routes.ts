import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { inboxPaths } from "#contract/team-api-paths.ts";
import {
  binnedIdsSchema,
  binPageSchema,
  binQuerySchema,
  emptyBinSchema,
  erasedForGoodSchema,
  erasureDoneSchema,
  erasureSchema,
  restoredSchema,
} from "#contract/inbox/bin.ts";
import { say } from "#copy/server/say.ts";
import { freshStepUp, memberOf, sendStepUpNeeded, signedInAs } from "../../http/access.ts";
import { problems, sendProblem } from "../../http/problem.ts";
import type { Bin } from "./bin.ts";
import type { Sessions } from "../../auth/sessions.ts";

/** `/api/contact-inquiries/erase`, `restore` and `bin`: moves inquiries to the bin, restores them, and erases them. */
export function binRoutes(deps: { bin: Bin; sessions: Pick<Sessions, "hasSteppedUp"> }): FastifyPluginAsyncZod {
  const { bin, sessions } = deps;
  const forGood = { config: { access: "owner" as const }, preHandler: freshStepUp(sessions) };

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.post(
      inboxPaths.erase,
      {
        schema: {
          summary:
            "Delete inquiries: move them to the bin, each only if it still is at its version; several only for " +
            "owners, and agents whom an owner allowed",
          body: erasureSchema,
          response: { 200: erasureDoneSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const asking = { member: memberOf(request), hasSteppedUp: sessions.hasSteppedUp(signedInAs(request)) };
        const result = await bin.add(request.body.inquiries, asking);
        if (!result.ok) {
          if (result.reason === "step-up needed") return sendStepUpNeeded(reply);
          const message = say("inquiries.delete-not-allowed");
          return sendProblem(reply, 403, message);
        }
        const { binned, refused } = result;
        const message =
          refused.length === 0
            ? say("inquiries.binned", { count: binned })
            : say("inquiries.binned-but", {
                count: binned,
                rest: say("inquiries.rest-stale", { count: refused.length }),
              });
        return { message, erased: binned, refused };
      },
    );

    app.post(
      inboxPaths.restore,
      {
        schema: {
          summary: "Take inquiries out of the bin, each back to where it was",
          body: binnedIdsSchema,
          response: { 200: restoredSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request) => {
        const restored = await bin.restore(request.body.ids, memberOf(request));
        return { message: say("inquiries.restored", { count: restored.length }), restored };
      },
    );

    app.get(
      inboxPaths.bin,
      {
        schema: {
          summary: "A page of the bin, what was deleted last first",
          querystring: binQuerySchema,
          response: { 200: binPageSchema, ...problems(401, 422) },
        },
      },
      async (request) => bin.list(request.query),
    );

    app.post(
      inboxPaths.eraseForGood,
      {
        ...forGood,
        schema: {
          summary: "Erase inquiries of the bin for good, with all that was kept of them",
          body: binnedIdsSchema,
          response: { 200: erasedForGoodSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request) => {
        const erased = await bin.erase(request.body.ids, memberOf(request));
        return { message: say("inquiries.erased", { count: erased }), erased, isDone: true };
      },
    );

    app.post(
      inboxPaths.emptyBin,
      {
        ...forGood,
        schema: {
          summary: "Erase for good what was deleted until a time, some hundreds in one call",
          body: emptyBinSchema,
          response: { 200: erasedForGoodSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request) => {
        const { erased, isDone } = await bin.empty(Date.parse(request.body.until), memberOf(request));
        const message = say(isDone ? "inquiries.erased" : "inquiries.erased-some", { count: erased });
        return { message, erased, isDone };
      },
    );
  };
}
