import type { Kysely } from "kysely";

/** The language of an inquiry, null if it is not known, and the texts of a saved reply in further languages (JSON). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("language", "text").execute();
  await db.schema
    .alterTable("saved_reply")
    .addColumn("variants", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
}
