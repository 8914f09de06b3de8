import { randomUUID } from "node:crypto";
import type { SavedView, SavedViewInput } from "#contract/inbox/saved-view.ts";
import type { Member } from "#contract/auth/session.ts";
import type { Asker, SavedViewStore } from "./saved-view-queries.ts";

export type SavedViews = ReturnType<typeof createSavedViews>;

/** Max views of a member, and max shared views: more than a list shows. */
const max = 30;

const asker = ({ id, role }: Member): Asker => ({ id, isOwner: role === "owner" });

/** Views of the inbox under a name, a member's own or shared with the team. */
export function createSavedViews(deps: { store: SavedViewStore; publishInbox: () => void; now: () => number }) {
  const { store, now } = deps;

  return {
    list: (member: Member): Promise<SavedView[]> => store.list(asker(member)),

    /** Adds a view; returns null if there are too many. */
    async add(input: SavedViewInput, member: Member): Promise<SavedView | null> {
      const id = randomUUID();
      if (!(await store.insert(id, input, member.id, max, now()))) return null;
      deps.publishInbox();
      return { id, ...input, isMine: true, mayManage: true };
    },

    /** `gone`: the member manages no such view. `full`: there are too many of its new kind. */
    async replace(
      id: string,
      input: SavedViewInput,
      member: Member,
    ): Promise<{ ok: true; view: SavedView } | { ok: false; reason: "gone" | "full" }> {
      const outcome = await store.update(id, input, asker(member), max, now());
      if (outcome !== "saved") return { ok: false, reason: outcome };
      deps.publishInbox();
      const view = (await store.list(asker(member))).find((one) => one.id === id);
      return view === undefined ? { ok: false, reason: "gone" } : { ok: true, view };
    },

    async remove(id: string, member: Member): Promise<boolean> {
      const isRemoved = await store.delete(id, asker(member), now());
      if (isRemoved) deps.publishInbox();
      return isRemoved;
    },
  };
}
