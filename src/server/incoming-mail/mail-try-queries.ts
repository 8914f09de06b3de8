import type { Kysely } from "kysely";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";

export type MailTryStore = ReturnType<typeof createMailTryStore>;

/** A try to take an email that has not come to its end. Times are in ms since 1970. */
interface MailTry {
  id: string;
  startedAt: number;
  /** Whether it ended with an error, and the program went on. */
  hasFailed: boolean;
}

export function createMailTryStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    /** Writes down a try before it; resolves, once that is durable, with the other tries of the same email. */
    begin({ id, hash, startedAt }: { id: string; hash: string; startedAt: number }): Promise<MailTry[]> {
      return write(async (transaction) => {
        const others = await transaction.selectFrom("mail_try").selectAll().where("hash", "=", hash).execute();
        await transaction.insertInto("mail_try").values({ id, hash, started_at: startedAt }).execute();
        return others.map((row) => ({
          id: row.id,
          startedAt: Number(row.started_at),
          hasFailed: row.has_failed === 1,
        }));
      });
    },

    async end(id: string): Promise<void> {
      await db.deleteFrom("mail_try").where("id", "=", id).execute();
    },

    async fail(id: string): Promise<void> {
      await db.updateTable("mail_try").set({ has_failed: 1 }).where("id", "=", id).execute();
    },

    /** Forgets all tries of an email. */
    async clear(hash: string): Promise<void> {
      await db.deleteFrom("mail_try").where("hash", "=", hash).execute();
    },

    async deleteBefore(time: number): Promise<void> {
      await db.deleteFrom("mail_try").where("started_at", "<", time).execute();
    },
  };
}
