import { type Kysely, sql } from "kysely";
import { StoreUnavailableError } from "../store-unavailable.ts";
import type { Database } from "./database.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";

/**
 * Group commit that remembers whether the store could be written the last time. `check` reads and, after a fault, writes one page
 * anew as it is: so the fault is found to be over without a visitor who has to try it out.
 */
export function createWatchedCommit(db: Kysely<Database>) {
  const commit = createGroupCommit(db);
  let isFailing = false;

  const write: GroupCommit = async (run) => {
    try {
      const value = await commit(run);
      isFailing = false;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailableError) isFailing = true;
      throw error;
    }
  };

  return {
    write,
    /** @throws StoreUnavailableError where the store does not answer, or still cannot be written. */
    check: async (): Promise<void> => {
      await sql`select 1`.execute(db);
      if (!isFailing) return;
      await write(async (transaction) => {
        const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(transaction);
        // Written, and synced, though it stays the same.
        await sql`pragma user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(transaction);
      });
    },
  };
}
