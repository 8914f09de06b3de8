import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table inquiry_entry add column proof text collate "C"`).execute(db);
  await sql.raw(`alter table attachment add column content_hash text collate "C"`).execute(db);
}
