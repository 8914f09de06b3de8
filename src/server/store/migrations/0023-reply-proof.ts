import type { Kysely } from "kysely";

/** A proof that this program wrote a reply, and the hash of each file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry_entry").addColumn("proof", "text").execute();
  await db.schema.alterTable("attachment").addColumn("content_hash", "text").execute();
}
