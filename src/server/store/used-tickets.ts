import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

export type UsedTicketStore = ReturnType<typeof createUsedTicketStore>;

/** The signed tickets that were used, until they are over by themselves. */
export function createUsedTicketStore(db: Kysely<Database>) {
  return {
    /** Uses a ticket up; false where it was used before, also where another process was first. */
    async use(key: string, expiresAt: number): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("used_ticket")
        .values({ key, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    async isUsed(key: string): Promise<boolean> {
      return (await db.selectFrom("used_ticket").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;
    },

    async forgetBefore(time: number): Promise<void> {
      await db.deleteFrom("used_ticket").where("expires_at", "<", time).execute();
    },
  };
}
