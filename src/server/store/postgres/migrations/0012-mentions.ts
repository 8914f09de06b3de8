import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table inquiry_note add column mentions ${line} not null default '[]'`,
  `alter table inbox_change add column member_id ${line}`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
