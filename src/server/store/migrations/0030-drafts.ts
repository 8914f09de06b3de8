import type { Kysely } from "kysely";

/** A member's unsent texts: at most one reply and one note for each inquiry. They go with either of the two. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("draft")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("saved_at", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("draft_of_member").on("draft").columns(["member_id", "saved_at"]).execute();
  await db.schema.createIndex("draft_of_inquiry").on("draft").columns(["inquiry_id"]).execute();
  await db.schema.createIndex("draft_age").on("draft").columns(["saved_at"]).execute();
}
