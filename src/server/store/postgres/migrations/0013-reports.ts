import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `create table report_sum (
    id ${line} primary key, day ${line} not null, hour integer not null, what ${line} not null, detail ${line} not null,
    class integer not null, count bigint not null
  )`,
  "create index report_sum_day on report_sum (day)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
