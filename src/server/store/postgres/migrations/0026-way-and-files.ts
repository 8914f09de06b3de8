import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table inquiry add column arrival_way ${line}`,
  "update inquiry set arrival_way = 'import' where id in (select inquiry_id from inquiry_event where what = 'imported')",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
