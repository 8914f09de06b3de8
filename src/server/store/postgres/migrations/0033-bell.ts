import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `create table bell_entry (
    id ${line} primary key, member_id ${line} not null references member (id) on delete cascade,
    inquiry_id ${line} not null references inquiry (id) on delete cascade, kind ${line} not null, by_id ${line},
    created_at bigint not null, read_at bigint, mail_id ${line}
  )`,
  "create unique index bell_entry_once on bell_entry (member_id, inquiry_id, kind)",
  "create index bell_entry_member on bell_entry (member_id, created_at)",
  "create index bell_entry_inquiry on bell_entry (inquiry_id)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
