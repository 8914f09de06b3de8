import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { TagInput, TagList } from "#contract/inbox/tag.ts";
import type { Member } from "#contract/auth/session.ts";
import type { AuditFact, AuditKind } from "#domain/audit.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import type { Audit } from "../../audit/audit.ts";
import type { SettingsService } from "../../settings/settings.ts";
import type { TagStore } from "./tag-queries.ts";

export type Tags = ReturnType<typeof createTags>;

/** Small enough that other writes do not wait, as a tag may have very many inquiries. */
const moveBatch = 1000;

type Removal = { ok: true; inquiries: number } | { ok: false; reason: "gone" };

/** The team's tags. Each member adds and changes them; merging and deleting, which cannot be undone, is for some. */
export function createTags(deps: {
  store: TagStore;
  audit: Pick<Audit, "draft" | "written">;
  settings: Pick<SettingsService, "mayBulk">;
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, audit, settings, now } = deps;

  const entryBy = ({ id, email }: Member, kind: AuditKind, about: Readonly<Record<string, AuditFact>>) =>
    audit.draft({ kind, by: { id, email }, about });

  function announce(): void {
    audit.written();
    deps.publishInbox();
  }

  async function remove(id: string, target: string | null, member: Member): Promise<Removal> {
    let moved = 0;
    for (;;) {
      const count = await store.moveSome(id, target, moveBatch);
      if (count === null) return { ok: false, reason: "gone" };
      moved += count;
      if (count < moveBatch) break;
      // Lets other requests run between two batches.
      await setImmediate();
    }
    const entryOf = (inquiries: number) =>
      target === null
        ? entryBy(member, "tag-deleted", { tag: id, inquiries })
        : entryBy(member, "tags-merged", { tag: id, into: target, inquiries });
    const inquiries = await store.remove(id, target, moved, entryOf, now());
    if (inquiries === null) return { ok: false, reason: "gone" };
    announce();
    return { ok: true, inquiries };
  }

  return {
    list: async (member: Member): Promise<TagList> => ({
      tags: await store.list(),
      mayRemove: await settings.mayBulk(member),
    }),

    async add(input: TagInput, member: Member) {
      const id = randomUUID();
      const saved = await store.insert(
        { id, ...input },
        tagLimits.all,
        entryBy(member, "tag-added", { tag: id }),
        now(),
      );
      if (saved.ok) announce();
      return saved;
    },

    /** Changes the name or the colour. */
    async change(id: string, input: TagInput, member: Member) {
      const saved = await store.update(id, input, entryBy(member, "tag-changed", { tag: id }), now());
      if (saved.ok) announce();
      return saved;
    },

    /** Gives the inquiries of one tag another one, and deletes it. Call it again if it fails halfway. */
    merge: async (id: string, target: string, member: Member) =>
      id === target ? ({ ok: false, reason: "itself" } as const) : remove(id, target, member),

    delete: (id: string, member: Member) => remove(id, null, member),
  };
}
