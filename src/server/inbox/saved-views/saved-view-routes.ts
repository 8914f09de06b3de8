import { say } from "#copy/server/say.ts";
import { refused, route } from "../../http/route.ts";
import type { SavedViews } from "./saved-views.ts";

const full = [409, say("views.full")] as const;
const gone = [404, say("view.gone")] as const;

/** `/api/saved-views`: views of the inbox that members have saved, for every role. */
export const savedViewRoutes = ({ savedViews: views }: { savedViews: SavedViews }) => [
  route("GET /saved-views", {
    does: "The caller's saved views and those that the team shares",
    run: async ({ member }) => ({ views: await views.list(member) }),
  }),

  route("POST /saved-views", {
    does: "Save a view",
    refuses: { full },
    run: async ({ body, member }) => (await views.add(body, member)) ?? refused("full"),
  }),

  route("PUT /saved-views/:id", {
    does: "Replace a saved view",
    refuses: { gone, full },
    run: async ({ id, body, member }) => {
      const replaced = await views.replace(id, body, member);
      return replaced.ok ? replaced.view : replaced;
    },
  }),

  route("DELETE /saved-views/:id", {
    does: "Delete a saved view",
    refuses: { gone },
    run: async ({ id, member }) =>
      (await views.remove(id, member)) ? { message: say("view.deleted") } : refused("gone"),
  }),
];
