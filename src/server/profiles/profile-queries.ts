import type { Kysely, Selectable } from "kysely";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";

export type ProfileStore = ReturnType<typeof createProfileStore>;

export type ProfileRow = Selectable<Database["member_profile"]>;

/** Stores the members' public profiles. `profiles.ts` verifies the rows. */
export function createProfileStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    async find(memberId: string): Promise<ProfileRow | null> {
      const row = await db
        .selectFrom("member_profile")
        .selectAll()
        .where("member_id", "=", memberId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Returns the profiles of all members. */
    list: (): Promise<ProfileRow[]> => db.selectFrom("member_profile").selectAll().execute(),

    /** The rows with this picture, of members who can sign in. */
    async withPicture(hash: string): Promise<ProfileRow[]> {
      return db
        .selectFrom("member_profile")
        .innerJoin("member", "member.id", "member_profile.member_id")
        .selectAll("member_profile")
        .where("picture_hash", "=", hash)
        .where("is_active", "=", 1)
        .execute();
    },

    async set(row: ProfileRow, audit: AuditDraft): Promise<void> {
      await write(async (transaction) => {
        const { member_id: _id, ...values } = row;
        await transaction
          .insertInto("member_profile")
          .values(row)
          .onConflict((conflict) => conflict.column("member_id").doUpdateSet(values))
          .execute();
        await appendAudit(transaction, [audit]);
      });
    },

    async remove(memberId: string, audit: AuditDraft): Promise<void> {
      await write(async (transaction) => {
        await transaction.deleteFrom("member_profile").where("member_id", "=", memberId).execute();
        await appendAudit(transaction, [audit]);
      });
    },
  };
}
