import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const statements = [
  'alter table inquiry add column binned_status text collate "C"',
  "alter table inquiry add column binned_at bigint",
  'alter table inquiry add column binned_by text collate "C"',
  "create index inquiry_binned on inquiry (binned_at, number) where binned_at is not null",
  "create index inquiry_kept_phone on inquiry (phone_key, number) where binned_at is null",
  "create index inquiry_kept_email on inquiry (email_key, number) where binned_at is null",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
