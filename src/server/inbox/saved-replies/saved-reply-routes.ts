import type { SavedReply } from "#contract/inbox/saved-reply.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { refused, route } from "../../http/route.ts";
import type { SavedReplies } from "./saved-replies.ts";

const gone = [404, say("saved-reply.gone")] as const;
const wrongText = [422, ({ errors }: { errors: Record<string, ServerText> }) => ({ errors })] as const;

/** `/api/saved-replies`: saved replies, for every role. */
export const savedReplyRoutes = ({ savedReplies: replies }: { savedReplies: SavedReplies }) => [
  route("GET /saved-replies", { does: "All saved replies", run: async () => ({ replies: await replies.list() }) }),

  route("POST /saved-replies", {
    does: "Add a saved reply",
    refuses: { "wrong text": wrongText, full: [409, say("saved-replies.full")] },
    run: async ({ body }) => {
      const added = await replies.add(body);
      return added.ok ? added.reply : added;
    },
  }),

  route("PUT /saved-replies/:id", {
    does: "Replace a saved reply; with If-Match, only if it is of that version",
    refuses: {
      gone,
      "wrong text": wrongText,
      stale: [
        412,
        ({ current }: { current: SavedReply }) => ({ message: say("saved-reply.changed"), more: { current } }),
      ],
    },
    run: async ({ id, body, version }) => {
      const replaced = await replies.replace(id, body, version);
      if (replaced === null) return refused("gone");
      return replaced.ok ? replaced.reply : replaced;
    },
  }),

  route("DELETE /saved-replies/:id", {
    does: "Delete a saved reply",
    refuses: { gone },
    run: async ({ id }) => ((await replies.remove(id)) ? { message: say("saved-reply.deleted") } : refused("gone")),
  }),
];
