import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table inquiry add column address_proved_at bigint").execute(db);
  await sql.raw("alter table inquiry_entry add column accepted_at bigint").execute(db);
  // Without a reference: an instance of the version before deletes members without knowing of it.
  await sql.raw(`alter table inquiry_entry add column accepted_by text collate "C"`).execute(db);
  await sql
    .raw(
      `create table address_code (
        inquiry_id text collate "C" primary key references inquiry (id) on delete cascade,
        code_hash text collate "C" not null,
        expires_at bigint not null,
        tries integer not null default 0
      )`,
    )
    .execute(db);
}
