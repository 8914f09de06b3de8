import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table inquiry add column arrival_way ${line}`,
  `alter table attachment add column file_name ${line} not null default '', add column picture_key ${line},
    add column is_quoted integer not null default 0`,
  "create index attachment_picture on attachment (picture_key, number) where picture_key is not null",
  "update inquiry set arrival_way = 'import' where id in (select inquiry_id from inquiry_event where what = 'imported')",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
