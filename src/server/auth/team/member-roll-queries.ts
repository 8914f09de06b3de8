import type { Kysely } from "kysely";
import type { Database } from "#server/store/database.ts";
import { goneForGood, type Mac, type MemberSigning } from "./member-signing-queries.ts";
import { appendAudit, type AuditDraft } from "#server/audit/audit-queries.ts";

export type MemberRollStore = ReturnType<typeof createMemberRoll>;

/** The unverified fields of a member whose row does not verify. */
export interface UnverifiedMember {
  id: string;
  email: string;
  role: string;
  isActive: boolean;
}

/** Verifies and signs all members at once. */
export function createMemberRoll(db: Kysely<Database>, signing: MemberSigning) {
  const { known } = signing;

  async function unverified(from: Kysely<Database>): Promise<UnverifiedMember[]> {
    const rows = await signing.rows(from).orderBy("created_at").orderBy("id").execute();
    const good = new Set(await signing.verified(rows));
    return rows
      .filter((row) => !good.has(row))
      .map(({ id, email, role, is_active: isActive }) => ({ id, email, role, isActive: isActive === 1 }));
  }

  return {
    /** Sets the key for signing and verifying. */
    useKey: (mac: Mac): void => signing.use(mac),

    /** The highest revision seen of each member. */
    revisions: (): Record<string, number> => Object.fromEntries(known),

    /** Adds revisions seen before, for example by an earlier run. */
    learn(revisions: Readonly<Record<string, number>>): void {
      for (const [id, revision] of Object.entries(revisions)) known.set(id, Math.max(known.get(id) ?? 0, revision));
    },

    /** Signs the rows of a store older than signed members. Returns false, and writes nothing, if any row has a MAC. */
    begin(audit: AuditDraft): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const rows = await transaction.selectFrom("member").select(["id", "mac"]).execute();
        if (rows.length === 0 || rows.some(({ mac }) => mac !== null)) return false;
        for (const { id } of rows) await signing.sign(transaction, id);
        const links = await transaction.selectFrom("one_time_link").selectAll().execute();
        for (const { token_hash: tokenHash, member_id: memberId, expires_at: expiresAt } of links) {
          const mac = await signing.linkMac({ tokenHash, memberId, expiresAt: Number(expiresAt) });
          await transaction.updateTable("one_time_link").set({ mac }).where("token_hash", "=", tokenHash).execute();
        }
        await appendAudit(transaction, [audit]);
        return true;
      });
    },

    /** The members whose rows do not verify, and the ids of those missing from the store. */
    async look(): Promise<{ unverified: UnverifiedMember[]; missing: string[] }> {
      const present = new Set((await db.selectFrom("member").select("id").execute()).map(({ id }) => id));
      const wanted = [...known].flatMap(([id, revision]) => (revision === goneForGood ? [] : [id]));
      return { unverified: await unverified(db), missing: wanted.filter((id) => !present.has(id)) };
    },

    /** Signs these rows as they are, and ends their sessions and links; marks the ids in `gone` as deleted. */
    signAgain(ids: readonly string[], gone: readonly string[], audit: AuditDraft): Promise<void> {
      return db.transaction().execute(async (transaction) => {
        for (const id of ids) {
          await signing.sign(transaction, id);
          await transaction.deleteFrom("session").where("member_id", "=", id).execute();
          await transaction.deleteFrom("one_time_link").where("member_id", "=", id).execute();
        }
        for (const id of gone) known.set(id, goneForGood);
        await appendAudit(transaction, [audit]);
      });
    },

    /** Adds MACs of the next key, before the key is switched. */
    carryOver: (next: Mac): Promise<void> =>
      db.transaction().execute((transaction) => signing.carryOver(transaction, next)),
  };
}
