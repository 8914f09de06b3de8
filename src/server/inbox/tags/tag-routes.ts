import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { tagInputSchema, tagListSchema, tagMergeSchema, tagRemovedSchema, tagSchema } from "#contract/inbox/tag.ts";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import { memberOf } from "../../http/access.ts";
import { problems, sendFieldErrors, sendProblem } from "../../http/problem.ts";
import type { SettingsService } from "../../settings/settings.ts";
import type { Tags } from "./tags.ts";

const params = z.object({ id: z.string() });

/** `/api/tags`: the tags of inquiries, for every role; merging and deleting as for several inquiries at once. */
export function tagRoutes(deps: { tags: Tags; settings: Pick<SettingsService, "mayBulk"> }): FastifyPluginAsyncZod {
  const { tags, settings } = deps;

  async function rejectOthers(request: FastifyRequest, reply: FastifyReply) {
    if (await settings.mayBulk(memberOf(request))) return undefined;
    return sendProblem(reply, 403, say("tags.not-allowed"));
  }

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      inboxPaths.tags,
      { schema: { summary: "All tags", response: { 200: tagListSchema, ...problems(401) } } },
      async (request) => tags.list(memberOf(request)),
    );

    app.post(
      inboxPaths.tags,
      {
        schema: {
          summary: "Add a tag",
          body: tagInputSchema,
          response: { 201: tagSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const saved = await tags.add(request.body, memberOf(request));
        return saved.ok ? reply.code(201).send(saved.tag) : sendRejected(reply, saved.reason);
      },
    );

    app.put(
      inboxPaths.tag,
      {
        schema: {
          summary: "Change the name or the colour of a tag",
          params,
          body: tagInputSchema,
          response: { 200: tagSchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const saved = await tags.change(request.params.id, request.body, memberOf(request));
        return saved.ok ? saved.tag : sendRejected(reply, saved.reason);
      },
    );

    app.post(
      inboxPaths.mergeTag,
      {
        onRequest: rejectOthers,
        schema: {
          summary: "Give all inquiries of a tag another one instead, and delete it",
          params,
          body: tagMergeSchema,
          response: { 200: tagRemovedSchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await tags.merge(request.params.id, request.body.into, memberOf(request));
        if (!result.ok) return sendRejected(reply, result.reason);
        const { inquiries } = result;
        return { message: say("tag.merged", { inquiries: say("unit.inquiries", { count: inquiries }) }), inquiries };
      },
    );

    app.delete(
      inboxPaths.tag,
      {
        onRequest: rejectOthers,
        schema: {
          summary: "Delete a tag, and take it off all inquiries",
          params,
          response: { 200: tagRemovedSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        const result = await tags.delete(request.params.id, memberOf(request));
        if (!result.ok) return sendRejected(reply, result.reason);
        const { inquiries } = result;
        return { message: say("tag.deleted", { inquiries: say("unit.inquiries", { count: inquiries }) }), inquiries };
      },
    );
  };
}

function sendRejected(reply: FastifyReply, why: "taken" | "full" | "gone" | "itself"): FastifyReply {
  switch (why) {
    case "taken":
      return sendFieldErrors(reply, { name: say("tag.name-taken") });
    case "full":
      return sendProblem(reply, 409, say("tags.full", { count: tagLimits.all }));
    case "gone":
      return sendProblem(reply, 404, say("tag.gone"));
    case "itself":
      return sendFieldErrors(reply, { into: say("tag.choose-other-target") });
  }
}
