import type { Kysely } from "kysely";
import type { Role } from "#domain/role.ts";
import type { Database } from "./database.ts";

export interface StoredMember {
  id: string;
  email: string;
  passwordHash: string;
  role: Role;
}

export type MemberStore = ReturnType<typeof createMemberStore>;

/** The team's members and the one-time links with which they set a password. */
export function createMemberStore(db: Kysely<Database>) {
  const emailKey = (email: string) => email.toLowerCase();

  return {
    async any(): Promise<boolean> {
      return (await db.selectFrom("member").select("id").limit(1).executeTakeFirst()) !== undefined;
    },

    /** A member who may sign in. */
    async findByEmail(email: string): Promise<StoredMember | null> {
      const row = await db
        .selectFrom("member")
        .selectAll()
        .where("email_key", "=", emailKey(email))
        .where("is_active", "=", 1)
        .executeTakeFirst();
      return row === undefined
        ? null
        : { id: row.id, email: row.email, passwordHash: row.password_hash, role: row.role };
    },

    /** The address of a member who is not deactivated. */
    async findAddress(id: string): Promise<string | null> {
      const row = await db
        .selectFrom("member")
        .select("email")
        .where("id", "=", id)
        .where("is_active", "=", 1)
        .executeTakeFirst();
      return row?.email ?? null;
    },

    /** Adds the first member; false, and nothing is written, where there is one already. */
    insertFirst(member: StoredMember, now: number): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        if ((await transaction.selectFrom("member").select("id").limit(1).executeTakeFirst()) !== undefined)
          return false;
        await transaction
          .insertInto("member")
          .values({
            id: member.id,
            email: member.email,
            email_key: emailKey(member.email),
            password_hash: member.passwordHash,
            role: member.role,
            created_at: now,
          })
          .execute();
        return true;
      });
    },

    /** Replaces a password and ends the member's sessions and other links. */
    setPassword(id: string, passwordHash: string): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await transaction.updateTable("member").set({ password_hash: passwordHash }).where("id", "=", id).execute();
        await transaction.deleteFrom("session").where("member_id", "=", id).execute();
        await transaction.deleteFrom("one_time_link").where("member_id", "=", id).execute();
      });
    },

    /** Keeps a link's hash in the place of the member's earlier one (`memberId` null: the first owner's). */
    replaceLink(tokenHash: string, memberId: string | null, expiresAt: number): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom("one_time_link")
          .where("member_id", memberId === null ? "is" : "=", memberId)
          .execute();
        await transaction
          .insertInto("one_time_link")
          .values({ token_hash: tokenHash, member_id: memberId, expires_at: expiresAt })
          .execute();
      });
    },

    /** Whose link this is, or undefined where it is unknown or over; it stays until `takeLink`. */
    async findLink(
      tokenHash: string,
      now: number,
    ): Promise<{ member: { id: string; email: string; role: Role } | null } | undefined> {
      const row = await db
        .selectFrom("one_time_link")
        .leftJoin("member", "member.id", "one_time_link.member_id")
        .select(["member.id", "member.email", "member.role"])
        .where("token_hash", "=", tokenHash)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { id, email, role } = row;
      return { member: id === null || email === null || role === null ? null : { id, email, role } };
    },

    /** Uses a link up; false where another request was first. */
    async takeLink(tokenHash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("one_time_link")
        .where("token_hash", "=", tokenHash)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
