import { type Kysely, sql } from "kysely";

/** Snoozed inquiries, blocked senders, and whose turn it is to get a new inquiry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("snoozed_until", "bigint").execute();
  await sql`create index inquiry_snoozed on inquiry (snoozed_until) where snoozed_until is not null`.execute(db);
  await db.schema
    .createTable("blocked_sender")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("hint", "text", (column) => column.notNull())
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("assignment_turn")
    .addColumn("member_id", "text", (column) => column.primaryKey().references("member.id").onDelete("cascade"))
    .addColumn("turn", "bigint", (column) => column.notNull())
    .execute();
}
