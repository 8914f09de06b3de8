import type { Kysely } from "kysely";

/** Adds the positions up to which mailboxes have been read, and the other address that an answer came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry_entry").addColumn("sender", "text").execute();
  await db.schema
    .createTable("mailbox")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("uid_validity", "text", (column) => column.notNull())
    .addColumn("uid", "bigint", (column) => column.notNull())
    .execute();
}
