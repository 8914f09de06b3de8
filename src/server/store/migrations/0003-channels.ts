import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await createList(db);
  await db.schema
    .alterTable("inquiry")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("message"))
    .execute();
  await db.schema
    .alterTable("inquiry")
    .addColumn("reported", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("inquiry_kind").on("inquiry").columns(["kind", "number"]).execute();
  // Existing sessions have none: their members are asked for the password.
  await db.schema.alterTable("session").addColumn("proved_at", "bigint").execute();
  await db.schema.alterTable("session").addColumn("proof_mac", "text").execute();
}

/**
 * The signed channel list. Existing channels stay in `unsealed_channels` until the server, which has the key, signs
 * them.
 */
async function createList(db: Kysely<unknown>): Promise<void> {
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
  interface Row {
    id: string;
    type: string;
    value: string;
    is_active: number;
    proof: string;
    position: number;
    created_at: number;
  }
  const old = db.withTables<{ contact: Row; unsealed_channels: { channels: string } }>();
  const rows = await old.selectFrom("contact").selectAll().orderBy("position").orderBy("id").execute();
  if (rows.length > 0) {
    const channels = rows.map(({ id, type, value, is_active, proof, created_at: since }) => ({
      id,
      type,
      value,
      isActive: is_active === 1,
      proof,
      since,
    }));
    await old
      .insertInto("unsealed_channels")
      .values({ channels: JSON.stringify(channels) })
      .execute();
  }
  await db.schema.dropTable("contact").execute();
}
