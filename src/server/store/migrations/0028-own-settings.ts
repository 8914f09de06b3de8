import type { Kysely } from "kysely";

/** The settings of each member of their own, as JSON: no row until they choose something. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("member_setting")
    .addColumn("member_id", "text", (column) => column.primaryKey().references("member.id").onDelete("cascade"))
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
