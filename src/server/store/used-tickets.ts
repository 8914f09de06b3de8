import type { Kysely, Transaction } from "kysely";
import type { Database } from "./database.ts";

export type UsedTicketStore = ReturnType<typeof createUsedTicketStore>;

export interface UsedTicket {
  key: string;
  expiresAt: number;
}

/** `none`: there was nothing to use up, and the ticket stays good; `over`: the ticket was used before. */
export type UseOutcome = "used" | "none" | "over";

/** The signed tickets that were used, until they are over by themselves. */
export function createUsedTicketStore(db: Kysely<Database>) {
  return {
    /** Uses a ticket up; false where it was used before, also where another process was first. */
    use: (ticket: UsedTicket) => insertUsed(db, ticket),

    async isUsed(key: string): Promise<boolean> {
      return (await db.selectFrom("used_ticket").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;
    },

    async forgetBefore(time: number): Promise<void> {
      await db.deleteFrom("used_ticket").where("expires_at", "<", time).execute();
    },
  };
}

/** Uses a ticket up together with what `useUp` does and answers as a count; where either was done before, neither is. */
export function useWithTicket(
  db: Kysely<Database>,
  ticket: UsedTicket,
  useUp: (transaction: Transaction<Database>) => Promise<bigint>,
): Promise<UseOutcome> {
  return db.transaction().execute(async (transaction) => {
    if (!(await insertUsed(transaction, ticket))) return "over";
    if ((await useUp(transaction)) > 0n) return "used";
    await transaction.deleteFrom("used_ticket").where("key", "=", ticket.key).execute();
    return "none";
  });
}

async function insertUsed(db: Kysely<Database>, { key, expiresAt }: UsedTicket): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("used_ticket")
    .values({ key, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
