import type { Kysely, Transaction } from "kysely";
import { type OwnSettings, type OwnSettingsChange, ownSettingsOf } from "#contract/auth/own-settings.ts";
import { storedObject } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";

export type OwnSettingStore = ReturnType<typeof createOwnSettingStore>;

/** The settings of each member of their own. */
export function createOwnSettingStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    of: (memberId: string): Promise<OwnSettings> => readOwnSettings(db, memberId),

    /** Changes some settings, and returns all. Keeps those that only another version knows. */
    change(memberId: string, change: OwnSettingsChange): Promise<OwnSettings> {
      return write(async (transaction) => {
        const settings = { ...(await stored(transaction, memberId)), ...change };
        const value = JSON.stringify(settings);
        await transaction
          .insertInto("member_setting")
          .values({ member_id: memberId, value })
          .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ value }))
          .execute();
        return ownSettingsOf(settings);
      });
    },
  };
}

/** The settings of a member, for another query in its transaction; those at the start if they chose none. */
export async function readOwnSettings(
  db: Kysely<Database> | Transaction<Database>,
  memberId: string,
): Promise<OwnSettings> {
  return ownSettingsOf(await stored(db, memberId));
}

async function stored(db: Kysely<Database> | Transaction<Database>, memberId: string) {
  const row = await db
    .selectFrom("member_setting")
    .select("value")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return storedObject(row?.value ?? null);
}
