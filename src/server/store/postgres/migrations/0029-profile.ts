import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `create table member_profile (
    member_id ${line} primary key references member (id) on delete cascade, names ${line} not null,
    signatures ${line} not null, picture ${line} not null, picture_hash ${line} not null,
    is_picture_shown integer not null, proof ${line}
  )`,
  `alter table inquiry_entry add column author ${line}`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
