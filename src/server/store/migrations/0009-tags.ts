import { type Kysely, sql } from "kysely";

/** Tags of inquiries, saved views, and what sorts a list by how long visitors have waited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tag")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("color", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("inquiry_tag")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("tag_id", "text", (column) => column.notNull().references("tag.id").onDelete("cascade"))
    .addColumn("inquiry_number", "integer", (column) =>
      column.notNull().references("inquiry.number").onDelete("cascade"),
    )
    .addUniqueConstraint("inquiry_tag_once", ["tag_id", "inquiry_number"])
    .execute();
  await db.schema.createIndex("inquiry_tag_inquiry").on("inquiry_tag").column("inquiry_number").execute();
  await db.schema
    .createTable("saved_view")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_shared", "integer", (column) => column.notNull())
    .addColumn("filter", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.alterTable("inquiry").addColumn("wrote_at", "bigint").execute();
  await sql`update inquiry set wrote_at = (
    select max(created_at) from inquiry_entry where inquiry_id = inquiry.id and kind = 'answer')
    where id in (select inquiry_id from inquiry_entry where kind = 'answer')`.execute(db);
  // Null until an answer, also where the previous version inserts it.
  await sql`create index inquiry_wrote on inquiry (status, coalesce(wrote_at, created_at), number)`.execute(db);
  await sql`create index inquiry_assignee_wrote
    on inquiry (assignee_id, status, coalesce(wrote_at, created_at), number)`.execute(db);
}
