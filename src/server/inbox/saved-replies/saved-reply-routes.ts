import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import {
  savedReplyInputSchema,
  savedReplyListSchema,
  savedReplySchema,
  staleSavedReplySchema,
} from "#contract/inbox/saved-reply.ts";
import { say } from "#copy/server/say.ts";
import { problems, sendFieldErrors, sendProblem } from "../../http/problem.ts";
import { namedVersion } from "../../http/version-tag.ts";
import type { SavedReplies } from "./saved-replies.ts";

const params = z.object({ id: z.string() });
const stale = {
  description: "A colleague has changed it; `current` is how it is now",
  content: { "application/problem+json": { schema: staleSavedReplySchema } },
};
const gone = say("saved-reply.gone");

/** `/api/saved-replies`: saved replies, for every role. */
export function savedReplyRoutes(replies: SavedReplies): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      inboxPaths.savedReplies,
      { schema: { summary: "All saved replies", response: { 200: savedReplyListSchema, ...problems(401) } } },
      async () => ({ replies: await replies.list() }),
    );

    app.post(
      inboxPaths.savedReplies,
      {
        schema: {
          summary: "Add a saved reply",
          body: savedReplyInputSchema,
          response: { 201: savedReplySchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const added = await replies.add(request.body);
        if (added.ok) return reply.code(201).send(added.reply);
        if (added.reason === "wrong text") return sendFieldErrors(reply, added.errors);
        return sendProblem(reply, 409, say("saved-replies.full"));
      },
    );

    app.put(
      inboxPaths.savedReply,
      {
        schema: {
          summary: "Replace a saved reply; with If-Match, only if it is of that version",
          params,
          body: savedReplyInputSchema,
          response: { 200: savedReplySchema, 412: stale, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const done = await replies.replace(request.params.id, request.body, namedVersion(request.headers));
        if (done === null) return sendProblem(reply, 404, gone);
        if (done.ok) return done.reply;
        if (done.reason === "wrong text") return sendFieldErrors(reply, done.errors);
        return sendProblem(reply, 412, say("saved-reply.changed"), undefined, {
          current: done.current,
        });
      },
    );

    app.delete(
      inboxPaths.savedReply,
      {
        schema: {
          summary: "Delete a saved reply",
          params,
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) => {
        if (await replies.remove(request.params.id)) return { message: say("saved-reply.deleted") };
        return sendProblem(reply, 404, gone);
      },
    );
  };
}
