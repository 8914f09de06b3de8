import type { Kysely } from "kysely";

// A migration works on the schema of its time, so it cannot use today's table types.
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contact")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("is_active", "integer", (column) => column.notNull())
    .addColumn("proof", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("inquiry")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("city", "text", (column) => column.notNull())
    .addColumn("query", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("inquiry_created_at").on("inquiry").column("created_at").execute();
  await db.schema
    .createTable("member")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("session")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("session_member_id").on("session").column("member_id").execute();
  await db.schema
    .createTable("one_time_link")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("cascade"))
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sign_in_failure")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("blocked_until", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("known_network")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("secret")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
