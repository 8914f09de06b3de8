import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  "alter table inquiry add column snoozed_until bigint",
  "create index inquiry_snoozed on inquiry (snoozed_until) where snoozed_until is not null",
  `create table blocked_sender (
    id ${line} primary key, key_hash ${line} not null unique, kind ${line} not null, hint ${line} not null,
    member_id ${line} references member (id) on delete set null, created_at bigint not null
  )`,
  `create table assignment_turn (
    member_id ${line} primary key references member (id) on delete cascade, turn bigint not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
