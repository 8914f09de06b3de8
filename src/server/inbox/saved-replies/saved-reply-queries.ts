import type { Kysely } from "kysely";
import type { SavedReply, SavedReplyInput } from "#contract/saved-reply.ts";
import type { Database } from "../../store/database.ts";

export type SavedReplyStore = ReturnType<typeof createSavedReplyStore>;

/** The team's saved replies, ordered by title. */
export function createSavedReplyStore(db: Kysely<Database>) {
  return {
    list(): Promise<SavedReply[]> {
      return db.selectFrom("saved_reply").select(["id", "title", "text"]).orderBy("title").orderBy("id").execute();
    },

    /** Adds a reply, or returns null if there are `max` already. */
    insert(id: string, input: SavedReplyInput, now: number, max: number): Promise<SavedReply | null> {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom("saved_reply")
          .select((e) => e.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (Number(count) >= max) return null;
        await transaction
          .insertInto("saved_reply")
          .values({ id, ...input, created_at: now })
          .execute();
        return { id, ...input };
      });
    },

    /** Null if there is no such reply. */
    async update(id: string, input: SavedReplyInput): Promise<SavedReply | null> {
      const { numUpdatedRows } = await db
        .updateTable("saved_reply")
        .set(input)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n ? { id, ...input } : null;
    },

    async delete(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom("saved_reply").where("id", "=", id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
