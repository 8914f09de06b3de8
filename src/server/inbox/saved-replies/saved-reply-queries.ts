import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { type SavedReply, type SavedReplyInput, savedReplySchema } from "#contract/inbox/saved-reply.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { readRows, storedJson } from "../../lib/stored-rows.ts";
import type { Database } from "../../store/database.ts";

export type SavedReplyStore = ReturnType<typeof createSavedReplyStore>;

/** `stale`: a colleague has changed it meanwhile. */
type SavedReplyUpdate = { ok: true; reply: SavedReply } | { ok: false; reason: "stale"; current: SavedReply };

/** The team's saved replies, ordered by title. */
export function createSavedReplyStore(db: Kysely<Database>) {
  return {
    async list(): Promise<SavedReply[]> {
      const rows = await db.selectFrom("saved_reply").select(columns).orderBy("title").orderBy("id").execute();
      return readRows("saved_reply", rows, savedReplyOf);
    },

    /** Adds a reply, or returns null if there are `max` already. */
    insert(id: string, input: SavedReplyInput, now: number, max: number): Promise<SavedReply | null> {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom("saved_reply")
          .select((e) => e.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (Number(count) >= max) return null;
        const added = await transaction
          .insertInto("saved_reply")
          .values({ id, ...rowOf(input), created_at: now })
          .returning(columns)
          .executeTakeFirstOrThrow();
        return savedReplyOf(added);
      });
    },

    /**
     * Updates a reply; returns null if it does not exist. With a `seen` version, a reply of another one stays as it is.
     */
    async update(id: string, input: SavedReplyInput, seen: number | null): Promise<SavedReplyUpdate | null> {
      const updated = await db
        .updateTable("saved_reply")
        .set((e) => ({ ...rowOf(input), version: e("version", "+", 1) }))
        .where("id", "=", id)
        .$if(seen !== null, (query) => query.where("version", "=", seen))
        .returning(columns)
        .executeTakeFirst();
      if (updated !== undefined) return { ok: true, reply: savedReplyOf(updated) };
      const row = await db.selectFrom("saved_reply").select(columns).where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : { ok: false, reason: "stale", current: savedReplyOf(row) };
    },

    async delete(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom("saved_reply").where("id", "=", id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

const columns = ["id", "version", "title", "text", "variants"] as const;

function rowOf({ variants, ...input }: SavedReplyInput) {
  return { ...input, ...(variants === undefined ? {} : { variants: JSON.stringify(variants) }) };
}

function savedReplyOf(row: Pick<Selectable<Database["saved_reply"]>, (typeof columns)[number]>): SavedReply {
  const stored = new Map(Object.entries(z.record(z.string(), z.string()).parse(storedJson(row.variants))));
  // A later version may know other languages.
  const variants = furtherLanguages.flatMap((language) => {
    const text = stored.get(language);
    return text === undefined ? [] : [[language, text]];
  });
  return savedReplySchema.parse({ ...row, variants: Object.fromEntries(variants) });
}
