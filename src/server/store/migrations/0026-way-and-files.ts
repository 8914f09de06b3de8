import { type Kysely, sql } from "kysely";

/**
 * By which way an inquiry came: of earlier ones it is known of those that were imported. Not called `way`: the version
 * before names the column of the entries so where it joins both tables. Of a file: its name, and what its picture is
 * known by if it comes again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("arrival_way", "text").execute();
  const imported = sql`select inquiry_id from inquiry_event where what = 'imported'`;
  await db.schema
    .alterTable("attachment")
    .addColumn("file_name", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("attachment").addColumn("picture_key", "text").execute();
  await db.schema
    .alterTable("attachment")
    .addColumn("is_quoted", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index attachment_picture on attachment (picture_key, number) where picture_key is not null`.execute(
    db,
  );
  await sql`update inquiry set arrival_way = 'import' where id in (${imported})`.execute(db);
}
