import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await createBook(db);
  await db.schema
    .alterTable("inquiry")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("message"))
    .execute();
  await db.schema
    .alterTable("inquiry")
    .addColumn("reported", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("inquiry_kind").on("inquiry").columns(["kind", "number"]).execute();
  await db.schema.alterTable("session").addColumn("proved_at", "bigint").execute();
  await sql`update session set proved_at = created_at`.execute(db);
}

/** The channels as one sealed text. Those of before wait in `unsealed` until the server, which has the key, seals them. */
async function createBook(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channel_book")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("channel_change")
    .addColumn("number", "integer", (column) => column.primaryKey())
    .addColumn("entry", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("unsealed_channels")
    .addColumn("channels", "text", (column) => column.notNull())
    .execute();
}
