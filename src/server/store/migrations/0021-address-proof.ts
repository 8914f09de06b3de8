import type { Kysely } from "kysely";

/** When a visitor proved their address on the private page, the code, and who accepted an unproven email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("address_proved_at", "bigint").execute();
  await db.schema.alterTable("inquiry_entry").addColumn("accepted_at", "bigint").execute();
  await db.schema
    .alterTable("inquiry_entry")
    .addColumn("accepted_by", "text", (column) => column.references("member.id").onDelete("set null"))
    .execute();
  await db.schema
    .createTable("address_code")
    .addColumn("inquiry_id", "text", (column) => column.primaryKey().references("inquiry.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
