import type { Kysely, Selectable } from "kysely";
import { appendAudit, type AuditDraft } from "#server/audit/audit-queries.ts";
import { storedTexts } from "#server/lib/stored-rows.ts";
import type { Database } from "#server/store/database.ts";
import { type UsedToken, type UseOutcome, useWithToken } from "../sign-in-queries.ts";
import {
  createMemberSigning,
  itemsOf,
  listOf,
  type MemberSigning,
  noFactors,
  passkeyItem,
} from "../team/member-signing-queries.ts";

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;

/** A member's second factors. */
export interface StoredFactors {
  hasCodes: boolean;
  passkeys: number;
  recoveryCodes: number;
}

/** The encrypted secrets of a member's one-time codes, and the last step used. */
interface StoredTotp {
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
    async begin(memberId: string, encrypted: string, until: number): Promise<void> {
      const pending = { pending: encrypted, pending_until: until };
      await db
        .insertInto("totp")
        .values({ member_id: memberId, secret: null, step: 0, ...pending })
        .onConflict((conflict) => conflict.column("member_id").doUpdateSet(pending))
        .execute();
    },

    /** Activates the pending secret; false if it has changed. `step` is the step of the confirming code. */
    confirm(memberId: string, encrypted: string, step: number): Promise<boolean> {
      return db.transaction().execute((transaction) =>
        changing(transaction, memberId, async () => {
          const { numUpdatedRows } = await transaction
            .updateTable("totp")
            .set({ secret: encrypted, step, pending: null, pending_until: null })
            .where("member_id", "=", memberId)
            .where("pending", "=", encrypted)
            .executeTakeFirstOrThrow();
          const result = numUpdatedRows > 0n;
          return { result, change: result ? { totp: encrypted } : null };
        }),
      );
    },

    /** Uses up a step together with the sign-in token; `none` if that step or a later one was used before. */
    useStep(memberId: string, encrypted: string, step: number, token: UsedToken): Promise<UseOutcome> {
      return useWithToken(db, token, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("totp")
          .set({ step })
          .where("member_id", "=", memberId)
          .where("secret", "=", encrypted)
          .where("step", "<", step)
          .executeTakeFirstOrThrow();
        return numUpdatedRows;
      });
    },

    /** Removes a member's one-time codes; `last` if one factor must stay and they are it. */
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
          const change = other === undefined ? { totp: null, recovery_codes: null } : { totp: null };
          return { result: "removed" as const, change };
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
          return { result: undefined, change: { recovery_codes: listOf(hashes) } };
        }),
      );
    },

    /**
     * Uses up a recovery code together with the sign-in token; `none` if no code has this hash, or another request was
     * first.
     */
    useRecoveryCode(memberId: string, hash: string, token: UsedToken): Promise<UseOutcome> {
      return useWithToken(db, token, (transaction) =>
        changing(transaction, memberId, async (before) => {
          const { numDeletedRows } = await transaction
            .deleteFrom("recovery_code")
            .where("code_hash", "=", hash)
            .where("member_id", "=", memberId)
            .executeTakeFirstOrThrow();
          const left = itemsOf(before?.recovery_codes ?? null).filter((item) => item !== hash);
          return { result: numDeletedRows, change: numDeletedRows > 0n ? { recovery_codes: listOf(left) } : null };
        }),
      );
    },

    /**
     * Removes all second factors of a member, and ends all sessions except `exceptTokenHash`. `at` is set if somebody
     * else does it: the owner then counts as new.
     */
    removeAll(
      memberId: string,
      exceptTokenHash: string | null,
      audit: readonly AuditDraft[],
      at?: number,
    ): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await changing(transaction, memberId, async () => {
          await transaction.deleteFrom("totp").where("member_id", "=", memberId).execute();
          await transaction.deleteFrom("passkey").where("member_id", "=", memberId).execute();
          await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
          return { result: undefined, change: { ...noFactors, ...(at === undefined ? {} : { owner_since: at }) } };
        });
        await transaction
          .deleteFrom("session")
          .where("member_id", "=", memberId)
          .$if(exceptTokenHash !== null, (query) => query.where("token_hash", "!=", exceptTokenHash ?? ""))
          .execute();
        await appendAudit(transaction, audit);
      });
    },
  };
}

export type PasskeyStore = ReturnType<typeof createPasskeyStore>;

export interface StoredPasskey {
  /** Base64url, as given by the authenticator. */
  id: string;
  memberId: string;
  name: string;
  /** COSE, in base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  createdAt: number;
  usedAt: number | null;
}

/** The public keys of the members' passkeys. */
export function createPasskeyStore(db: Kysely<Database>, signing: MemberSigning = createMemberSigning()) {
  const { changing } = signing;

  return {
    async find(id: string): Promise<StoredPasskey | null> {
      const row = await db.selectFrom("passkey").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : toPasskey(row);
    },

    /** A member's passkeys, oldest first. */
    async listOf(memberId: string): Promise<StoredPasskey[]> {
      const rows = await db
        .selectFrom("passkey")
        .selectAll()
        .where("member_id", "=", memberId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(toPasskey);
    },

    /** Adds a passkey; writes nothing if it is known already, or if the member has `max`. */
    add(passkey: StoredPasskey, max: number): Promise<"added" | "known" | "too many"> {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom("passkey")
          .select((e) => e.fn.countAll<number>().as("count"))
          .where("member_id", "=", passkey.memberId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= max) return "too many";
        return changing(transaction, passkey.memberId, async (before) => {
          const { numInsertedOrUpdatedRows = 0n } = await transaction
            .insertInto("passkey")
            .values({
              id: passkey.id,
              member_id: passkey.memberId,
              name: passkey.name,
              public_key: passkey.publicKey,
              counter: passkey.counter,
              transports: JSON.stringify(passkey.transports),
              created_at: passkey.createdAt,
              used_at: passkey.usedAt,
            })
            .onConflict((conflict) => conflict.column("id").doNothing())
            .executeTakeFirst();
          if (numInsertedOrUpdatedRows === 0n) return { result: "known" as const, change: null };
          const items = [...itemsOf(before?.passkeys ?? null), passkeyItem(passkey.id, passkey.publicKey)];
          return { result: "added" as const, change: { passkeys: listOf(items) } };
        });
      });
    },

    /**
     * Records a use; false if the counter has not grown, which indicates a cloned authenticator
     * (https://www.w3.org/TR/webauthn-3/#sctn-sign-counter). A counter that is always 0 is accepted.
     */
    async use(id: string, counter: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("passkey")
        .set({ counter, used_at: now })
        .where("id", "=", id)
        .where((e) => e.or([e("counter", "<", counter), ...(counter === 0 ? [e("counter", "=", 0)] : [])]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Removes a member's passkey, and the recovery codes with the last factor. */
    remove(memberId: string, id: string, { keepOne }: { keepOne: boolean }): Promise<"removed" | "none" | "last"> {
      return db.transaction().execute(async (transaction) => {
        const mine = await transaction.selectFrom("passkey").select("id").where("member_id", "=", memberId).execute();
        if (!mine.some((passkey) => passkey.id === id)) return "none";
        const codes = await transaction
          .selectFrom("totp")
          .select("secret")
          .where("member_id", "=", memberId)
          .where("secret", "is not", null)
          .executeTakeFirst();
        const isLast = mine.length === 1 && codes === undefined;
        if (isLast && keepOne) return "last";
        return changing(transaction, memberId, async (before) => {
          await transaction.deleteFrom("passkey").where("id", "=", id).execute();
          if (isLast) await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
          const left = itemsOf(before?.passkeys ?? null).filter((item) => !item.startsWith(`${id} `));
          const change = { passkeys: listOf(left), ...(isLast ? { recovery_codes: null } : {}) };
          return { result: "removed" as const, change };
        });
      });
    },
  };
}

function toPasskey(row: Selectable<Database["passkey"]>): StoredPasskey {
  return {
    id: row.id,
    memberId: row.member_id,
    name: row.name,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: storedTexts(row.transports),
    createdAt: Number(row.created_at),
    usedAt: row.used_at === null ? null : Number(row.used_at),
  };
}
