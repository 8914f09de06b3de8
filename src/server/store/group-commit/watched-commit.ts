import { type Kysely, sql } from "kysely";
import { StoreUnavailableError } from "../store-unavailable.ts";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";

/**
 * A group commit that remembers whether the last write failed. `check` reads and, after a fault, rewrites one page
 * unchanged, so that recovery needs no visitor's request.
 */
export function createWatchedCommit(db: Kysely<Database>, engine: Engine) {
  const commit = createGroupCommit(db, engine);
  let isFailing = false;

  const write: GroupCommit = async (run, how) => {
    try {
      const value = await commit(run, how);
      isFailing = false;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailableError) isFailing = true;
      throw error;
    }
  };

  return {
    write,
    /** @throws StoreUnavailableError if the store does not respond, or still cannot be written. */
    check: async (): Promise<void> => {
      await sql`select 1`.execute(db);
      if (!isFailing) return;
      await write((transaction) => engine.tryWriting(transaction), { readsNothing: true });
    },
  };
}
