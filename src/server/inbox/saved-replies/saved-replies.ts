import { randomUUID } from "node:crypto";
import type { SavedReplyInput } from "#contract/inbox/saved-reply.ts";
import type { SavedReplyStore } from "./saved-reply-queries.ts";

export type SavedReplies = ReturnType<typeof createSavedReplies>;

/** More than anybody browses; the list is read whole. */
const max = 200;

/** The team's reply templates. */
export function createSavedReplies(deps: { store: SavedReplyStore; now: () => number }) {
  const { store, now } = deps;
  return {
    list: () => store.list(),

    /** Null if the list is full. */
    add: (input: SavedReplyInput) => store.insert(randomUUID(), input, now(), max),

    /** Null if there is no such reply. `seen` is the version that the caller saw, if it says so. */
    replace: (id: string, input: SavedReplyInput, seen: number | null) => store.update(id, input, seen),

    remove: (id: string) => store.delete(id),
  };
}
