import type { Kysely } from "kysely";

/** The version of a saved reply, so that nobody replaces a colleague's change unasked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("saved_reply")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
}
