import type { Kysely } from "kysely";

/** The members that a note mentions, and the member that a change is for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("inquiry_note")
    .addColumn("mentions", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  await db.schema.alterTable("inbox_change").addColumn("member_id", "text").execute();
}
