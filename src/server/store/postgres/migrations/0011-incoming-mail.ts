import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table inquiry_entry add column sender ${line}`,
  `create table mailbox (id ${line} primary key, uid_validity ${line} not null, uid bigint not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
