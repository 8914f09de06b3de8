import type { Kysely } from "kysely";

/** Files of messages, answers and replies. Their content is in parts, so that rows stay small. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("attachment")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("entry_id", "text", (column) => column.references("inquiry_entry.id").onDelete("cascade"))
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("width", "integer")
    .addColumn("height", "integer")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("attachment_inquiry").on("attachment").column("inquiry_id").execute();
  await db.schema.createIndex("attachment_entry").on("attachment").column("entry_id").execute();
  await db.schema.createIndex("attachment_created").on("attachment").columns(["created_at", "size"]).execute();
  await db.schema
    .createTable("attachment_part")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("attachment_id", "text", (column) => column.notNull().references("attachment.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("attachment_part_attachment")
    .on("attachment_part")
    .columns(["attachment_id", "position"])
    .execute();
}
