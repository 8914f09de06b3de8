import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table inquiry add column language ${line}`,
  `alter table saved_reply add column variants ${line} not null default '{}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
