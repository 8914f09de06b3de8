import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table member_setting (
        member_id ${line} primary key references member (id) on delete cascade, value ${line} not null
      )`,
    )
    .execute(db);
}
