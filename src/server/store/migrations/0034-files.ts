import { type Kysely, sql } from "kysely";

/**
 * Adds the place of a file's content that is not in `attachment_part`, and the names of those to remove: whatever
 * deletes the row of a file leaves its name there in the same transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("attachment").addColumn("stored_as", "text").execute();
  await db.schema.createIndex("attachment_stored").on("attachment").column("stored_as").unique().execute();
  await db.schema
    .createTable("erased_file")
    .addColumn("name", "text", (column) => column.primaryKey())
    .execute();
  await sql`create trigger attachment_erased after delete on attachment when old.stored_as is not null
    begin insert or ignore into erased_file (name) values (old.stored_as); end`.execute(db);
}
