import type { Kysely } from "kysely";
import { appendAudit, type AuditDraft } from "#server/audit/audit-queries.ts";
import type { Database } from "#server/store/database.ts";
import { createMemberSigning, type MemberSigning } from "../team/member-signing-queries.ts";
import { type UsedToken, type UseOutcome, useWithToken } from "../used-token-queries.ts";

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;

/** A member's second factors. */
export interface StoredFactors {
  hasCodes: boolean;
  passkeys: number;
  recoveryCodes: number;
}

/** The encrypted secrets of a member's one-time codes, and the last step used. */
export interface StoredTotp {
  secret: string | null;
  step: number;
  pending: { secret: string; until: number } | null;
}

/** One-time codes, recovery codes and an overview of all factors; passkeys are in their own store. */
export function createSecondFactorStore(db: Kysely<Database>, signing: MemberSigning = createMemberSigning()) {
  const { changing } = signing;

  return {
    async of(memberId: string): Promise<StoredFactors> {
      const count = db.fn.countAll<number>().as("count");
      const [codes, passkeys, recovery] = await Promise.all([
        db.selectFrom("totp").select("secret").where("member_id", "=", memberId).executeTakeFirst(),
        db.selectFrom("passkey").select(count).where("member_id", "=", memberId).executeTakeFirstOrThrow(),
        db.selectFrom("recovery_code").select(count).where("member_id", "=", memberId).executeTakeFirstOrThrow(),
      ]);
      return {
        hasCodes: codes !== undefined && codes.secret !== null,
        passkeys: Number(passkeys.count),
        recoveryCodes: Number(recovery.count),
      };
    },

    async totp(memberId: string): Promise<StoredTotp | null> {
      const row = await db.selectFrom("totp").selectAll().where("member_id", "=", memberId).executeTakeFirst();
      if (row === undefined) return null;
      const { secret, step, pending, pending_until: until } = row;
      return { secret, step, pending: pending === null || until === null ? null : { secret: pending, until } };
    },

    /** Stores a secret to be confirmed, in place of an earlier unconfirmed one. Confirmed codes stay active. */
    async begin(memberId: string, sealed: string, until: number): Promise<void> {
      const pending = { pending: sealed, pending_until: until };
      await db
        .insertInto("totp")
        .values({ member_id: memberId, secret: null, step: 0, ...pending })
        .onConflict((conflict) => conflict.column("member_id").doUpdateSet(pending))
        .execute();
    },

    /** Activates the pending secret; false if it has changed. `step` is the step of the confirming code. */
    confirm(memberId: string, sealed: string, step: number): Promise<boolean> {
      return db.transaction().execute((transaction) =>
        changing(transaction, memberId, async () => {
          const { numUpdatedRows } = await transaction
            .updateTable("totp")
            .set({ secret: sealed, step, pending: null, pending_until: null })
            .where("member_id", "=", memberId)
            .where("pending", "=", sealed)
            .executeTakeFirstOrThrow();
          return numUpdatedRows > 0n;
        }),
      );
    },

    /** Uses up a step together with the sign-in token; `none` if that step or a later one was used before. */
    useStep(memberId: string, sealed: string, step: number, ticket: UsedToken): Promise<UseOutcome> {
      return useWithToken(db, ticket, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("totp")
          .set({ step })
          .where("member_id", "=", memberId)
          .where("secret", "=", sealed)
          .where("step", "<", step)
          .executeTakeFirstOrThrow();
        return numUpdatedRows;
      });
    },

    /** Removes a member's one-time codes; false if none are active. */
    async removeCodes(memberId: string, { keepOne }: { keepOne: boolean }): Promise<"removed" | "none" | "last"> {
      return db.transaction().execute(async (transaction) => {
        const found = await transaction
          .selectFrom("totp")
          .select("secret")
          .where("member_id", "=", memberId)
          .executeTakeFirst();
        if (found === undefined || found.secret === null) return "none";
        const other = await transaction
          .selectFrom("passkey")
          .select("id")
          .where("member_id", "=", memberId)
          .limit(1)
          .executeTakeFirst();
        if (other === undefined && keepOne) return "last";
        return changing(transaction, memberId, async () => {
          await transaction.deleteFrom("totp").where("member_id", "=", memberId).execute();
          // Recovery codes are pointless without another factor.
          if (other === undefined) {
            await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
          }
          return "removed" as const;
        });
      });
    },

    /** Replaces all recovery codes of a member with these hashes. */
    replaceRecoveryCodes(memberId: string, hashes: readonly string[]): Promise<void> {
      return db.transaction().execute((transaction) =>
        changing(transaction, memberId, async () => {
          await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
          await transaction
            .insertInto("recovery_code")
            .values(hashes.map((hash) => ({ code_hash: hash, member_id: memberId })))
            .execute();
        }),
      );
    },

    /**
     * Uses up a recovery code together with the sign-in token; `none` if no code has this hash, or another request was
     * first.
     */
    useRecoveryCode(memberId: string, hash: string, ticket: UsedToken): Promise<UseOutcome> {
      return useWithToken(db, ticket, (transaction) =>
        changing(transaction, memberId, async () => {
          const { numDeletedRows } = await transaction
            .deleteFrom("recovery_code")
            .where("code_hash", "=", hash)
            .where("member_id", "=", memberId)
            .executeTakeFirstOrThrow();
          return numDeletedRows;
        }),
      );
    },

    /**
     * Removes all second factors of a member, and ends all sessions except `keptTokenHash`. `at` is set if somebody
     * else does it: the owner then counts as new.
     */
    removeAll(
      memberId: string,
      keptTokenHash: string | null,
      audit: readonly AuditDraft[],
      at?: number,
    ): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await changing(transaction, memberId, async () => {
          await transaction.deleteFrom("totp").where("member_id", "=", memberId).execute();
          await transaction.deleteFrom("passkey").where("member_id", "=", memberId).execute();
          await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
          if (at === undefined) return;
          await transaction.updateTable("member").set({ owner_since: at }).where("id", "=", memberId).execute();
        });
        await transaction
          .deleteFrom("session")
          .where("member_id", "=", memberId)
          .$if(keptTokenHash !== null, (query) => query.where("token_hash", "!=", keptTokenHash ?? ""))
          .execute();
        await appendAudit(transaction, audit);
      });
    },
  };
}
