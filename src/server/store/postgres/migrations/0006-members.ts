import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column revision integer not null default 0, add column mac text collate "C",
    add column owner_since bigint, add column owner_proposed_by text collate "C",
    add column owner_proposed_at bigint`.execute(db);
  await sql`alter table one_time_link add column mac text collate "C"`.execute(db);
  await sql`alter table session add column mac text collate "C"`.execute(db);
}
