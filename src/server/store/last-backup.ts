import type { Kysely } from "kysely";
import { hour } from "#domain/time/durations.ts";
import type { Database } from "./database.ts";

/** Thrown if another program is making a backup, or has just made the one that was due. */
export class BackupElsewhereError extends Error {}

/** The last backup of the store, by any program. */
export interface LastBackup {
  /** When its copy was made. */
  madeAt: number;
  bytes: number;
}

/** Returns whether a time is of the future: a clock was ahead, or somebody has made up a backup's name. */
export const isAhead = (at: number, now: number): boolean => at > now + hour;

const name = "last-backup";

export async function readLastBackup(db: Kysely<Database>): Promise<LastBackup | null> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  if (row === undefined) return null;
  const kept: LastBackup = JSON.parse(row.value);
  return kept;
}

export async function noteBackup(db: Kysely<Database>, { madeAt, bytes }: LastBackup): Promise<void> {
  const value = JSON.stringify({ madeAt, bytes });
  await db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
