import type { Kysely, Transaction } from "kysely";
import type { Database } from "../store/database.ts";

export type UsedTokenStore = ReturnType<typeof createUsedTokenStore>;

export interface UsedToken {
  key: string;
  expiresAt: number;
}

/** `none`: there was nothing to use up, and the token stays valid; `over`: the token was used before. */
export type UseOutcome = "used" | "none" | "over";

/** Used signed tokens, until they expire. */
export function createUsedTokenStore(db: Kysely<Database>) {
  return {
    /** Uses up a token; false if it was used before, in this or another process. */
    use: (ticket: UsedToken) => insertUsed(db, ticket),

    async isUsed(key: string): Promise<boolean> {
      return (await db.selectFrom("used_ticket").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;
    },

    async forgetBefore(time: number): Promise<void> {
      await db.deleteFrom("used_ticket").where("expires_at", "<", time).execute();
    },
  };
}

/**
 * Uses up a token together with what `useUp` does, which returns a count; if either was done before, neither happens.
 */
export function useWithToken(
  db: Kysely<Database>,
  ticket: UsedToken,
  useUp: (transaction: Transaction<Database>) => Promise<bigint>,
): Promise<UseOutcome> {
  return db.transaction().execute(async (transaction) => {
    if (!(await insertUsed(transaction, ticket))) return "over";
    if ((await useUp(transaction)) > 0n) return "used";
    await transaction.deleteFrom("used_ticket").where("key", "=", ticket.key).execute();
    return "none";
  });
}

async function insertUsed(db: Kysely<Database>, { key, expiresAt }: UsedToken): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("used_ticket")
    .values({ key, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
