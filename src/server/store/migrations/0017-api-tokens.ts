import type { Kysely } from "kysely";

/** API tokens, and the name of the token that replied or changed something, which stays after the token is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("api_token")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("prefix", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("used_on", "text")
    .addColumn("mac", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("api_token_member_id").on("api_token").column("member_id").execute();
  for (const table of ["inquiry_event", "inquiry_entry"])
    await db.schema.alterTable(table).addColumn("token_name", "text").execute();
}
