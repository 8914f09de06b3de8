import type { Kysely, Selectable, Transaction } from "kysely";
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

    async delete(keys: readonly string[]): Promise<void> {
      await db.deleteFrom("sign_in_failure").where("key", "in", keys).execute();
    },

    async deleteBefore(time: number): Promise<void> {
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

    async deleteNetworksBefore(time: number): Promise<void> {
      await db.deleteFrom("known_network").where("seen_at", "<", time).execute();
    },
  };
}

function toFailures(row: Selectable<Database["sign_in_failure"]>): SignInFailures {
  return { count: row.count, blockedUntil: Number(row.blocked_until), updatedAt: Number(row.updated_at) };
}

export type KnownDeviceStore = ReturnType<typeof createKnownDeviceStore>;

/** The browsers in which members have signed in, by an opaque key. */
export function createKnownDeviceStore(db: Kysely<Database>) {
  return {
    /** Records a sign-in with this device; returns whether the device is known, new, or the member's first. */
    see(key: string, memberId: string, now: number): Promise<"known" | "first" | "new"> {
      return db.transaction().execute(async (transaction) => {
        const mine = await transaction
          .selectFrom("known_device")
          .select("key")
          .where("member_id", "=", memberId)
          .execute();
        await transaction
          .insertInto("known_device")
          .values({ key, member_id: memberId, seen_at: now })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ seen_at: now }))
          .execute();
        if (mine.some((device) => device.key === key)) return "known";
        return mine.length === 0 ? "first" : "new";
      });
    },

    /** Deletes the devices not used since `time`, but never a member's last one: the next would count as the first. */
    async deleteBefore(time: number): Promise<void> {
      await db
        .deleteFrom("known_device")
        .where("seen_at", "<", time)
        .where((e) =>
          e.exists(
            e
              .selectFrom("known_device as later")
              .select("later.key")
              .whereRef("later.member_id", "=", "known_device.member_id")
              .whereRef("later.seen_at", ">", "known_device.seen_at"),
          ),
        )
        .execute();
    },
  };
}

export type UsedTokenStore = ReturnType<typeof createUsedTokenStore>;

export interface UsedToken {
  key: string;
  expiresAt: number;
}

/** `none`: there was nothing to use up, and the token stays valid; `over`: the token was used before. */
export type UseOutcome = "used" | "none" | "over";

/** Stores used signed tokens until they expire. */
export function createUsedTokenStore(db: Kysely<Database>) {
  return {
    /** Uses up a token; false if it was used before, in this or another process. */
    use: (token: UsedToken) => insertUsed(db, token),

    async isUsed(key: string): Promise<boolean> {
      return (await db.selectFrom("used_ticket").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;
    },

    async deleteBefore(time: number): Promise<void> {
      await db.deleteFrom("used_ticket").where("expires_at", "<", time).execute();
    },
  };
}

/**
 * Uses up a token together with what `useUp` does, which returns a count; if either was done before, neither happens.
 */
export function useWithToken(
  db: Kysely<Database>,
  token: UsedToken,
  useUp: (transaction: Transaction<Database>) => Promise<bigint>,
): Promise<UseOutcome> {
  return db.transaction().execute(async (transaction) => {
    if (!(await insertUsed(transaction, token))) return "over";
    if ((await useUp(transaction)) > 0n) return "used";
    await transaction.deleteFrom("used_ticket").where("key", "=", token.key).execute();
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
