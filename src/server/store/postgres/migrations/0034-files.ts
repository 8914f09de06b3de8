import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table attachment add column stored_as ${line}`,
  "create unique index attachment_stored on attachment (stored_as)",
  `create table erased_file (name ${line} primary key)`,
  `create function note_erased_file() returns trigger language plpgsql as $$
    begin
      insert into erased_file (name) values (old.stored_as) on conflict do nothing;
      return null;
    end
  $$`,
  `create trigger attachment_erased after delete on attachment
    for each row when (old.stored_as is not null) execute function note_erased_file()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
