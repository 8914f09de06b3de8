import type { Kysely, Selectable } from "kysely";
import type { Database } from "../store/database.ts";

export interface SignInFailures {
  count: number;
  blockedUntil: number;
  updatedAt: number;
}

export type SignInFailureStore = ReturnType<typeof createSignInFailureStore>;

/** Failed sign-ins by an opaque key, and the networks from which a member has signed in. */
export function createSignInFailureStore(db: Kysely<Database>) {
  return {
    /**
     * Reads the counters of `keys` and writes the result of `step`, in one transaction; writes nothing if it returns
     * null.
     */
    step(
      keys: readonly string[],
      step: (found: ReadonlyArray<SignInFailures | null>) => readonly SignInFailures[] | null,
    ): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        const rows = await transaction.selectFrom("sign_in_failure").selectAll().where("key", "in", keys).execute();
        const found = keys.map((key) => {
          const row = rows.find((candidate) => candidate.key === key);
          return row === undefined ? null : toFailures(row);
        });
        for (const [index, failures] of (step(found) ?? []).entries()) {
          const row = { count: failures.count, blocked_until: failures.blockedUntil, updated_at: failures.updatedAt };
          await transaction
            .insertInto("sign_in_failure")
            .values({ key: keys[index] ?? "", ...row })
            .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
            .execute();
        }
      });
    },

    async forget(keys: readonly string[]): Promise<void> {
      await db.deleteFrom("sign_in_failure").where("key", "in", keys).execute();
    },

    async forgetBefore(time: number): Promise<void> {
      await db.deleteFrom("sign_in_failure").where("updated_at", "<", time).execute();
    },

    async knowsNetwork(key: string): Promise<boolean> {
      return (
        (await db.selectFrom("known_network").select("key").where("key", "=", key).executeTakeFirst()) !== undefined
      );
    },

    async rememberNetwork(key: string, memberId: string, now: number): Promise<void> {
      await db
        .insertInto("known_network")
        .values({ key, member_id: memberId, seen_at: now })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ seen_at: now }))
        .execute();
    },

    async forgetNetworksBefore(time: number): Promise<void> {
      await db.deleteFrom("known_network").where("seen_at", "<", time).execute();
    },
  };
}

function toFailures(row: Selectable<Database["sign_in_failure"]>): SignInFailures {
  return { count: row.count, blockedUntil: Number(row.blocked_until), updatedAt: Number(row.updated_at) };
}
