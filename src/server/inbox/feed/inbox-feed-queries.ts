import type { Kysely } from "kysely";
import type { Database } from "../../store/database.ts";

export interface InboxChange {
  number: number;
  inquiryId: string;
  kind: Database["inbox_change"]["kind"];
  /** The only member whom it is sent to; null: everybody. */
  memberId: string | null;
}

export type InboxChangeStore = ReturnType<typeof createInboxChangeStore>;

/** Recent changes of inquiries, in order. */
export function createInboxChangeStore(db: Kysely<Database>) {
  return {
    /** The numbers of the oldest and the newest stored change; 0 if there is none. */
    async kept(): Promise<{ oldest: number; newest: number }> {
      const { oldest, newest } = await db
        .selectFrom("inbox_change")
        .select((e) => [e.fn.min("number").as("oldest"), e.fn.max("number").as("newest")])
        .executeTakeFirstOrThrow();
      return { oldest: Number(oldest ?? 0), newest: Number(newest ?? 0) };
    },

    /** Returns up to `max` changes after this one. */
    async after(number: number, max: number): Promise<InboxChange[]> {
      const rows = await db
        .selectFrom("inbox_change")
        .select(["number", "inquiry_id as inquiryId", "kind", "member_id as memberId"])
        .where("number", ">", number)
        .orderBy("number")
        .limit(max)
        .execute();
      return rows;
    },

    /** The ids of up to `max` inquiries whose snooze ended after `from`, and at `to` at the latest. */
    async woken(from: number, to: number, max: number): Promise<string[]> {
      const rows = await db
        .selectFrom("inquiry")
        .select("id")
        .where("snoozed_until", ">", from)
        .where("snoozed_until", "<=", to)
        .where("status", "<>", "binned")
        .orderBy("snoozed_until", "desc")
        .limit(max)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Deletes changes from before `time`, but keeps the newest for its number. */
    async deleteBefore(time: number): Promise<void> {
      await db
        .deleteFrom("inbox_change")
        .where("created_at", "<", time)
        .where("number", "<", (e) => e.selectFrom("inbox_change").select((m) => m.fn.max("number").as("newest")))
        .execute();
    },
  };
}
