import type { Kysely } from "kysely";
import type { Inquiry } from "#domain/inquiry.ts";
import type { Database } from "./database.ts";
import type { GroupCommit } from "./group-commit.ts";

export type InquiryStore = ReturnType<typeof createInquiryStore>;

export function createInquiryStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    /** Resolves once the inquiry is synced to disk. */
    insert(id: string, inquiry: Inquiry, now: number): Promise<void> {
      const { name, phone, email, city, query } = inquiry;
      return write(async (transaction) => {
        await transaction
          .insertInto("inquiry")
          .values({ id, name, phone, email, city, query, created_at: now })
          .execute();
      });
    },

    async count(): Promise<number> {
      const { count } = await db
        .selectFrom("inquiry")
        .select((e) => e.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Erases up to `most` inquiries sent before `time`, and answers how many there were. */
    async eraseBefore(time: number, most: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("inquiry")
        .where("id", "in", (e) => e.selectFrom("inquiry").select("id").where("created_at", "<", time).limit(most))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },

    /** Erases every inquiry sent with this e-mail address, whatever its case, and answers how many there were. */
    async eraseByEmail(email: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("inquiry")
        .where((e) => e(e.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
