import { type Kysely, sql } from "kysely";

/** The bin: deleted inquiries stay in it for some days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("inquiry").addColumn("binned_status", "text").execute();
  await db.schema.alterTable("inquiry").addColumn("binned_at", "bigint").execute();
  await db.schema.alterTable("inquiry").addColumn("binned_by", "text").execute();
  await sql`create index inquiry_binned on inquiry (binned_at, number) where binned_at is not null`.execute(db);
  // Finds a person's other inquiries without scanning the bin.
  await sql`create index inquiry_kept_phone on inquiry (phone_key, number) where binned_at is null`.execute(db);
  await sql`create index inquiry_kept_email on inquiry (email_key, number) where binned_at is null`.execute(db);
}
