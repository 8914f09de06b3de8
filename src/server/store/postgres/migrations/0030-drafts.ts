import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table draft (
      id ${line} primary key,
      member_id ${line} not null references member (id) on delete cascade,
      inquiry_id ${line} not null references inquiry (id) on delete cascade,
      kind ${line} not null, value ${line} not null, version bigint not null, saved_at bigint not null
    )`,
    "create index draft_of_member on draft (member_id, saved_at)",
    "create index draft_of_inquiry on draft (inquiry_id)",
    "create index draft_age on draft (saved_at)",
  ])
    await sql.raw(statement).execute(db);
}
