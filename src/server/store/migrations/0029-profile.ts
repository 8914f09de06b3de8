import type { Kysely } from "kysely";

/** Adds the members' public profiles, and the author of a reply as visitors saw them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("member_profile")
    .addColumn("member_id", "text", (column) => column.primaryKey().references("member.id").onDelete("cascade"))
    .addColumn("names", "text", (column) => column.notNull())
    .addColumn("signatures", "text", (column) => column.notNull())
    .addColumn("picture", "text", (column) => column.notNull())
    .addColumn("picture_hash", "text", (column) => column.notNull())
    .addColumn("is_picture_shown", "integer", (column) => column.notNull())
    .addColumn("proof", "text")
    .execute();
  await db.schema.alterTable("inquiry_entry").addColumn("author", "text").execute();
}
