import { type Kysely, sql } from "kysely";
import { appendAudit, type AuditDraft } from "./audit-log.ts";
import type { Database } from "./database.ts";
import { type UsedTicket, type UseOutcome, useWithTicket } from "./used-tickets.ts";

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;

/** What a member has besides the password. */
export interface StoredFactors {
  hasCodes: boolean;
  passkeys: number;
  recoveryCodes: number;
}

/** The sealed secrets of a member's one-time codes, and the last step that was used. */
export interface StoredTotp {
  secret: string | null;
  step: number;
  pending: { secret: string; until: number } | null;
}

/** 1 where the member of a query over `member` has a second factor; 0 otherwise. */
export const hasSecondFactor = sql<number>`case when exists (select 1 from passkey where passkey.member_id = member.id)
  or exists (select 1 from totp where totp.member_id = member.id and totp.secret is not null) then 1 else 0 end`;

/** One-time codes and recovery codes, and what a member has of all; the passkeys have a store of their own. */
export function createSecondFactorStore(db: Kysely<Database>) {
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

    /** Keeps a secret that is to be confirmed, in the place of an earlier one; those that are on stay on. */
    async begin(memberId: string, sealed: string, until: number): Promise<void> {
      const pending = { pending: sealed, pending_until: until };
      await db
        .insertInto("totp")
        .values({ member_id: memberId, secret: null, step: 0, ...pending })
        .onConflict((conflict) => conflict.column("member_id").doUpdateSet(pending))
        .execute();
    },

    /** Switches on what was to be confirmed; false where it is another by now. `step` is that of the code which has confirmed it. */
    async confirm(memberId: string, sealed: string, step: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("totp")
        .set({ secret: sealed, step, pending: null, pending_until: null })
        .where("member_id", "=", memberId)
        .where("pending", "=", sealed)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Uses a step up with the ticket of its sign-in; `none` where it, or a later one, was used before. */
    useStep(memberId: string, sealed: string, step: number, ticket: UsedTicket): Promise<UseOutcome> {
      return useWithTicket(db, ticket, async (transaction) => {
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

    /** Takes the codes of a member away; false where there were none that are on. */
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
        await transaction.deleteFrom("totp").where("member_id", "=", memberId).execute();
        // Without a factor to recover there is nothing to recover with.
        if (other === undefined) {
          await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
        }
        return "removed";
      });
    },

    /** Puts these hashes in the place of all recovery codes of the member's. */
    replaceRecoveryCodes(memberId: string, hashes: readonly string[]): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
        await transaction
          .insertInto("recovery_code")
          .values(hashes.map((hash) => ({ code_hash: hash, member_id: memberId })))
          .execute();
      });
    },

    /** Uses a recovery code up with the ticket of its sign-in; `none` where there is none of this hash, or another request was first. */
    useRecoveryCode(memberId: string, hash: string, ticket: UsedTicket): Promise<UseOutcome> {
      return useWithTicket(db, ticket, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("recovery_code")
          .where("code_hash", "=", hash)
          .where("member_id", "=", memberId)
          .executeTakeFirstOrThrow();
        return numDeletedRows;
      });
    },

    /** Takes everything away that a member has besides the password, and ends the sessions but the one of `keptTokenHash`. */
    removeAll(memberId: string, keptTokenHash: string | null, audit: readonly AuditDraft[]): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("totp").where("member_id", "=", memberId).execute();
        await transaction.deleteFrom("passkey").where("member_id", "=", memberId).execute();
        await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
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
