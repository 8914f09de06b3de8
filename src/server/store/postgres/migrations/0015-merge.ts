import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table inquiry add column merged_into ${line}`,
  "create index inquiry_merged on inquiry (merged_into) where merged_into is not null",
  "alter table assignment_turn add column takes_turns integer not null default 1",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
