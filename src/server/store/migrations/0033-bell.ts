import type { Kysely } from "kysely";

/** Adds the bell entries of members, one for each inquiry and kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("bell_entry")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("by_id", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("read_at", "bigint")
    .addColumn("mail_id", "text")
    .execute();
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("bell_entry").columns(columns);
  await index("bell_entry_once", ["member_id", "inquiry_id", "kind"]).unique().execute();
  await index("bell_entry_member", ["member_id", "created_at"]).execute();
  await index("bell_entry_inquiry", ["inquiry_id"]).execute();
}
