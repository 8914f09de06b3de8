import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `create table api_token (
    id ${line} primary key, prefix ${line} not null unique, name ${line} not null, scopes ${line} not null,
    member_id ${line} not null references member (id) on delete cascade, created_at bigint not null,
    expires_at bigint not null, used_on ${line}, mac ${line} not null
  )`,
  "create index api_token_member_id on api_token (member_id)",
  `alter table inquiry_event add column token_name ${line}`,
  `alter table inquiry_entry add column token_name ${line}`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
