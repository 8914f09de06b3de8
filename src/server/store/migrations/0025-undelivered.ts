import { type Kysely, sql } from "kysely";

/** Inquiries whose last reply did not arrive, and which replies failed or arrived after all, for the reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("undelivered_at", "bigint").execute();
  await sql`create index inquiry_undelivered on inquiry (undelivered_at) where undelivered_at is not null`.execute(db);
  await db.schema
    .createTable("reply_outcome")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("entry_id", "text", (column) => column.notNull())
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("reply_outcome_inquiry").on("reply_outcome").column("inquiry_id").execute();
}
