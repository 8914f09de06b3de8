import type { Kysely, Selectable, Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "#server/audit/audit-queries.ts";
import type { Database } from "#server/store/database.ts";
import { createMemberSigning, type MemberSigning } from "../team/member-signing-queries.ts";

type Row = Selectable<Database["api_token"]>;

/** A stored token. Trust no field of it before its MAC is verified. */
export interface StoredApiToken {
  id: string;
  prefix: string;
  name: string;
  /** JSON. */
  scopes: string;
  memberId: string;
  createdAt: number;
  expiresAt: number;
  usedOn: string | null;
  mac: string;
}

export type ApiTokenStore = ReturnType<typeof createApiTokenStore>;

export function createApiTokenStore(db: Kysely<Database>, signing: MemberSigning = createMemberSigning()) {
  return {
    /** Adds a token with its audit entry; false, and nothing is written, if there are `max` already. */
    insert(token: Omit<StoredApiToken, "usedOn">, max: number, audit: AuditDraft): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom("api_token")
          .select((e) => e.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (Number(count) >= max) return false;
        const { id, prefix, name, scopes, memberId, createdAt, expiresAt, mac } = token;
        const row = {
          id,
          prefix,
          name,
          scopes,
          member_id: memberId,
          created_at: createdAt,
          expires_at: expiresAt,
          mac,
        };
        await signing.signedWrites.keep("API token", signedFields(token), {
          write: () =>
            transaction
              .insertInto("api_token")
              .values({ ...row, used_on: null })
              .execute(),
          async readBack() {
            const found = transaction.selectFrom("api_token").selectAll().where("id", "=", id);
            const kept = await found.executeTakeFirst();
            return kept === undefined ? undefined : signedFields(toStored(kept));
          },
        });
        await appendAudit(transaction, [audit]);
        return true;
      });
    },

    /** The token with this prefix, if the owner who made it still is one, and their row verifies. */
    async find(prefix: string): Promise<StoredApiToken | null> {
      const token = await db.selectFrom("api_token").selectAll().where("prefix", "=", prefix).executeTakeFirst();
      if (token === undefined) return null;
      const maker = await signing.readVerified(
        signing.rows(db).where("member.id", "=", token.member_id).where("is_active", "=", 1),
      );
      return maker?.role === "owner" ? toStored(token) : null;
    },

    /** All tokens with the addresses of who made them, newest first. */
    async list(): Promise<Array<StoredApiToken & { madeBy: string }>> {
      const rows = await db
        .selectFrom("api_token")
        .innerJoin("member", "member.id", "api_token.member_id")
        .selectAll("api_token")
        .select("member.email as made_by")
        .orderBy("api_token.created_at", "desc")
        .orderBy("api_token.id")
        .execute();
      return rows.map((row) => ({ ...toStored(row), madeBy: row.made_by }));
    },

    async markUsed(id: string, day: string): Promise<void> {
      await db.updateTable("api_token").set({ used_on: day }).where("id", "=", id).execute();
    },

    /** Deletes a token with its audit entry; false if there is none. */
    delete(id: string, entryOf: (token: { id: string; name: string }) => AuditDraft): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const [token] = await transaction
          .deleteFrom("api_token")
          .where("id", "=", id)
          .returning(["id", "name"])
          .execute();
        if (token === undefined) return false;
        await appendAudit(transaction, [entryOf(token)]);
        return true;
      });
    },

    /** Deletes those that expired before this time. */
    async deleteOver(expiredBefore: number): Promise<void> {
      await db.deleteFrom("api_token").where("expires_at", "<", expiredBefore).execute();
    },
  };
}

/** Revokes a member's tokens; returns which. */
export function deleteTokensOf(transaction: Transaction<Database>, memberId: string) {
  return transaction.deleteFrom("api_token").where("member_id", "=", memberId).returning(["id", "name"]).execute();
}

function signedFields({
  id,
  prefix,
  name,
  scopes,
  memberId,
  createdAt,
  expiresAt,
  mac,
}: Omit<StoredApiToken, "usedOn">) {
  return [id, prefix, name, scopes, memberId, createdAt, expiresAt, mac];
}

function toStored(row: Row): StoredApiToken {
  const { id, prefix, name, scopes, member_id: memberId, used_on: usedOn, mac } = row;
  return {
    id,
    prefix,
    name,
    scopes,
    memberId,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    usedOn,
    mac,
  };
}
