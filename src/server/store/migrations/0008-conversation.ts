import type { Kysely } from "kysely";

/** Entries of conversations, and the further keys to visitors' private pages that emails contain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("inquiry_entry")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("way", "text", (column) => column.notNull())
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("leaves_at", "bigint")
    .addColumn("delivery", "text")
    .addColumn("problem", "text")
    .execute();
  await db.schema.createIndex("inquiry_entry_inquiry").on("inquiry_entry").columns(["inquiry_id", "number"]).execute();
  await db.schema
    .createTable("inquiry_link")
    .addColumn("key_hash", "text", (column) => column.primaryKey())
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("inquiry_link_inquiry").on("inquiry_link").column("inquiry_id").execute();
  await db.schema.alterTable("inquiry").addColumn("mail_stopped_at", "bigint").execute();
}
