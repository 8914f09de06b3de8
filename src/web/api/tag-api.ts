import type { Tag, TagInput, TagList, TagRemoved } from "#contract/inbox/tag.ts";
import { inboxPaths, pathWithId } from "#contract/team-api-paths.ts";
import { call } from "./api-client.ts";

/** The calls for the team's tags. Each throws an `ApiError`. */
export const tagApi = {
  list: () => call<TagList>("GET", inboxPaths.tags),
  add: (tag: TagInput) => call<Tag>("POST", inboxPaths.tags, tag),
  change: (id: string, tag: TagInput) => call<Tag>("PUT", pathWithId(inboxPaths.tag, id), tag),
  merge: (id: string, target: string) =>
    call<TagRemoved>("POST", pathWithId(inboxPaths.mergeTag, id), { into: target }),
  delete: (id: string) => call<TagRemoved>("DELETE", pathWithId(inboxPaths.tag, id)),
};
