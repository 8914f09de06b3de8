import { type Kysely, sql } from "kysely";

/**
 * By which way an inquiry came: of earlier ones it is known of those that were imported. Not called `way`: the version
 * before names the column of the entries so where it joins both tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("arrival_way", "text").execute();
  const imported = sql`select inquiry_id from inquiry_event where what = 'imported'`;
  await sql`update inquiry set arrival_way = 'import' where id in (${imported})`.execute(db);
}
