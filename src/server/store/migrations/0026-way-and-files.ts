import { type Kysely, sql } from "kysely";

/**
 * Adds the way that an inquiry came; that of earlier ones is known if they were imported. It is not called `way`, since
 * the version before uses this name for the column of entries where it joins both tables. Also adds the name of a file,
 * and the key by which its picture is recognized if it comes again.
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
