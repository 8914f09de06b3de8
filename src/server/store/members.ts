import type { Kysely, Selectable, Transaction } from "kysely";
import type { Role } from "#domain/role.ts";
import { appendAudit, type AuditDraft } from "./audit-log.ts";
import type { Database } from "./database.ts";
import { hasSecondFactor } from "./second-factors.ts";

export interface StoredMember {
  id: string;
  email: string;
  passwordHash: string;
  role: Role;
}

/** A member as the team's page shows them. */
export interface TeamRow {
  id: string;
  email: string;
  role: Role;
  isActive: boolean;
  /** False until an invited member has set one. */
  hasPassword: boolean;
  hasSecondFactor: boolean;
  createdAt: number;
}

export type MemberStore = ReturnType<typeof createMemberStore>;

/** The team's members and the one-time links with which they set a password. */
export function createMemberStore(db: Kysely<Database>) {
  const emailKey = (email: string) => email.toLowerCase();
  const everyone = (from: Kysely<Database>) =>
    from.selectFrom("member").selectAll("member").select(hasSecondFactor.as("has_second_factor"));

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
      return row === undefined ? null : toStoredMember(row);
    },

    /** The same by the id. */
    async findForSignIn(id: string): Promise<StoredMember | null> {
      const row = await db
        .selectFrom("member")
        .selectAll()
        .where("id", "=", id)
        .where("is_active", "=", 1)
        .executeTakeFirst();
      return row === undefined ? null : toStoredMember(row);
    },

    /** Adds the first member; false, and nothing is written, where there is one already. */
    insertFirst(member: StoredMember, now: number): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        if ((await transaction.selectFrom("member").select("id").limit(1).executeTakeFirst()) !== undefined)
          return false;
        await insertMember(transaction, member, now);
        return true;
      });
    },

    /** Everyone, in the order in which they came. */
    async list(): Promise<TeamRow[]> {
      const rows = await everyone(db).orderBy("created_at").orderBy("email_key").execute();
      return rows.map(toTeamRow);
    },

    async findById(id: string): Promise<TeamRow | null> {
      const row = await everyone(db).where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : toTeamRow(row);
    },

    /** Adds a member, with what the audit log says of it; null, and nothing is written, where the address is one's already. */
    insert(member: StoredMember, now: number, audit: readonly AuditDraft[] = []): Promise<TeamRow | null> {
      return db.transaction().execute(async (transaction) => {
        const row = await insertMember(transaction, member, now);
        if (row === undefined) return null;
        await appendAudit(transaction, audit);
        return toTeamRow({ ...row, has_second_factor: 0 });
      });
    },

    /**
     * Changes a member, or answers null where there is none, `last owner` where no owner would be left who can sign in, and
     * `needed owner` where fewer than `leastOwners` would. Whoever is switched off, or on again, has no session and no link.
     * `entryOf` is what the audit log says of it.
     */
    change(
      id: string,
      change: { role?: Role | undefined; isActive?: boolean | undefined },
      { leastOwners = 1, entryOf }: { leastOwners?: number; entryOf?: (changed: TeamRow) => AuditDraft } = {},
    ) {
      return db.transaction().execute(async (transaction): Promise<TeamRow | "last owner" | "needed owner" | null> => {
        const before = await everyone(transaction).where("id", "=", id).executeTakeFirst();
        if (before === undefined) return null;
        const after = {
          role: change.role ?? before.role,
          is_active: change.isActive === undefined ? before.is_active : Number(change.isActive),
        };
        if (isManaging(before) && !isManaging({ ...before, ...after })) {
          const owners = await transaction.selectFrom("member").selectAll().where("role", "=", "owner").execute();
          const left = owners.filter(isManaging).length - 1;
          if (left === 0) return "last owner";
          if (left < leastOwners) return "needed owner";
        }
        await transaction.updateTable("member").set(after).where("id", "=", id).execute();
        if (after.is_active !== before.is_active) {
          await transaction.deleteFrom("session").where("member_id", "=", id).execute();
          await transaction.deleteFrom("one_time_link").where("member_id", "=", id).execute();
        }
        const changed = toTeamRow({ ...before, ...after });
        if (entryOf !== undefined) await appendAudit(transaction, [entryOf(changed)]);
        return changed;
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

    /** Keeps a link's hash (`memberId` null: the first owner's); earlier links of the member's that end by `goneBefore` are gone. */
    addLink(
      link: { tokenHash: string; memberId: string | null; expiresAt: number },
      { goneBefore }: { goneBefore: number },
    ): Promise<void> {
      const { tokenHash, memberId, expiresAt } = link;
      return db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom("one_time_link")
          .where("member_id", memberId === null ? "is" : "=", memberId)
          .where("expires_at", "<=", goneBefore)
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
        .where((e) => e.or([e("one_time_link.member_id", "is", null), e("member.is_active", "=", 1)]))
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

type MemberRow = Selectable<Database["member"]>;

/** Answers the new row, or undefined where the address is taken. */
function insertMember(db: Transaction<Database>, member: StoredMember, now: number): Promise<MemberRow | undefined> {
  return db
    .insertInto("member")
    .values({
      id: member.id,
      email: member.email,
      email_key: member.email.toLowerCase(),
      password_hash: member.passwordHash,
      role: member.role,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether this is an owner who can sign in, and so manage the team. */
function isManaging({ role, is_active, password_hash }: MemberRow): boolean {
  return role === "owner" && is_active === 1 && password_hash !== "";
}

function toStoredMember({ id, email, password_hash, role }: MemberRow): StoredMember {
  return { id, email, passwordHash: password_hash, role };
}

function toTeamRow(row: MemberRow & { has_second_factor: number }): TeamRow {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    isActive: row.is_active === 1,
    hasPassword: row.password_hash !== "",
    hasSecondFactor: row.has_second_factor === 1,
    createdAt: Number(row.created_at),
  };
}
