import { randomUUID } from "node:crypto";
import type { SavedReply, SavedReplyInput } from "#contract/inbox/saved-reply.ts";
import type { ServerText } from "#copy/server/say.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { savedReplyProblems } from "#domain/lookalike/saved-reply-check.ts";
import { textProblems } from "../../lib/text-problem.ts";
import type { SavedReplyStore } from "./saved-reply-queries.ts";

export type SavedReplies = ReturnType<typeof createSavedReplies>;

/** Max saved replies: more than anybody browses, since the list is read whole. */
const max = 200;

/** A text of the reply names somebody else; `errors` has a sentence per field. */
type WrongText = { ok: false; reason: "wrong text"; errors: Record<string, ServerText> };

/** The team's reply templates. `places` tells what is ours, as a template may name nothing else. */
export function createSavedReplies(deps: { store: SavedReplyStore; places: () => Promise<IsOurs>; now: () => number }) {
  const { store, places, now } = deps;

  async function wrongText(input: SavedReplyInput): Promise<WrongText | undefined> {
    const errors = textProblems(savedReplyProblems(input, await places()));
    return Object.keys(errors).length === 0 ? undefined : { ok: false, reason: "wrong text", errors };
  }

  return {
    list: () => store.list(),

    async add(
      input: SavedReplyInput,
    ): Promise<{ ok: true; reply: SavedReply } | { ok: false; reason: "full" } | WrongText> {
      const wrong = await wrongText(input);
      if (wrong !== undefined) return wrong;
      const reply = await store.insert(randomUUID(), input, now(), max);
      return reply === null ? { ok: false, reason: "full" } : { ok: true, reply };
    },

    /**
     * Replaces a reply; returns null if it does not exist. `seen` is the version that the caller saw, if it says so.
     */
    replace: async (id: string, input: SavedReplyInput, seen: number | null) =>
      (await wrongText(input)) ?? store.update(id, input, seen),

    remove: (id: string) => store.delete(id),
  };
}
