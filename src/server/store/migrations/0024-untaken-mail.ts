import type { Kysely } from "kysely";

/** Emails that were not taken, as they came, and tries to take one. Their content is in parts, like that of files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("untaken_mail")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .addColumn("way", "text", (column) => column.notNull())
    .addColumn("sender_name", "text", (column) => column.notNull())
    .addColumn("sender_address", "text", (column) => column.notNull())
    .addColumn("addresses", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("preview", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("about", "text")
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("kept", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("take_id", "text", (column) => column.notNull())
    .addColumn("inquiry_id", "text", (column) => column.references("inquiry.id").onDelete("cascade"))
    .addColumn("taken_by", "text")
    .addColumn("taken_at", "bigint")
    .execute();
  await db.schema.createIndex("untaken_mail_received").on("untaken_mail").column("received_at").execute();
  await db.schema.createIndex("untaken_mail_inquiry").on("untaken_mail").column("inquiry_id").execute();
  await db.schema
    .createTable("untaken_mail_part")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("mail_id", "text", (column) => column.notNull().references("untaken_mail.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("untaken_mail_part_mail")
    .on("untaken_mail_part")
    .columns(["mail_id", "position"])
    .execute();
  await db.schema
    .createTable("mail_try")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("has_failed", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("mail_try_hash").on("mail_try").column("hash").execute();
}
