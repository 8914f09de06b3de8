import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { inboxPaths } from "#contract/team-api-paths.ts";
import { doneSchema } from "#contract/done.ts";
import { savedReplyInputSchema, savedReplyListSchema, savedReplySchema } from "#contract/saved-reply.ts";
import { problems, sendProblem } from "../../http/problem.ts";
import type { SavedReplies } from "./saved-replies.ts";

const params = z.object({ id: z.string() });
const gone = "This reply is no longer there. Please reload the list.";

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
        if (added === null)
          return sendProblem(reply, 409, "The list is full. Delete a reply that is no longer used first.");
        return reply.code(201).send(added);
      },
    );

    app.put(
      inboxPaths.savedReply,
      {
        schema: {
          summary: "Replace a saved reply",
          params,
          body: savedReplyInputSchema,
          response: { 200: savedReplySchema, ...problems(400, 401, 403, 404, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        (await replies.replace(request.params.id, request.body)) ?? sendProblem(reply, 404, gone),
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
        if (await replies.remove(request.params.id)) return { message: "Reply deleted successfully" };
        return sendProblem(reply, 404, gone);
      },
    );
  };
}
