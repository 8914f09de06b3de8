import type { Done } from "#contract/done.ts";
import type { SavedView, SavedViewInput } from "#contract/inbox/saved-view.ts";
import { inboxPaths, pathWithId } from "#contract/team-api-paths.ts";
import { call } from "./api-client.ts";

/** The calls for saved views of the inbox. */
export const savedViewApi = {
  list: async () => (await call<{ views: SavedView[] }>("GET", inboxPaths.savedViews)).views,
  add: (view: SavedViewInput) => call<SavedView>("POST", inboxPaths.savedViews, view),
  replace: (id: string, view: SavedViewInput) => call<SavedView>("PUT", pathWithId(inboxPaths.savedView, id), view),
  delete: (id: string) => call<Done>("DELETE", pathWithId(inboxPaths.savedView, id)),
};
