import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table saved_reply add column version integer not null default 1").execute(db);
}
