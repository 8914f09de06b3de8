import type { Kysely, Selectable } from "kysely";
import type { Database } from "#server/store/database.ts";
import { createMemberSigning, type MemberSigning } from "../team/member-signing-queries.ts";

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

    /** Adds a passkey; writes nothing if it is known already, or if the member has `most`. */
    add(passkey: StoredPasskey, most: number): Promise<"added" | "known" | "too many"> {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom("passkey")
          .select((e) => e.fn.countAll<number>().as("count"))
          .where("member_id", "=", passkey.memberId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return "too many";
        return changing(transaction, passkey.memberId, async () => {
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
          return numInsertedOrUpdatedRows > 0n ? "added" : "known";
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
        return changing(transaction, memberId, async () => {
          await transaction.deleteFrom("passkey").where("id", "=", id).execute();
          if (isLast) await transaction.deleteFrom("recovery_code").where("member_id", "=", memberId).execute();
          return "removed" as const;
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
    // Only `add` writes this.
    transports: JSON.parse(row.transports) as string[],
    createdAt: Number(row.created_at),
    usedAt: row.used_at === null ? null : Number(row.used_at),
  };
}
