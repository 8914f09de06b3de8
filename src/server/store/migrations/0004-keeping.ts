import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("submission")
    .addColumn("key_hash", "text", (column) => column.primaryKey())
    .addColumn("body_hash", "text", (column) => column.notNull())
    .addColumn("reference", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("submission_created").on("submission").column("created_at").execute();
  await createAuditLog(db);
  await db.schema
    .createTable("totp")
    .addColumn("member_id", "text", (column) => column.primaryKey().references("member.id").onDelete("cascade"))
    .addColumn("secret", "text")
    .addColumn("step", "integer", (column) => column.notNull())
    .addColumn("pending", "text")
    .addColumn("pending_until", "bigint")
    .execute();
  await db.schema
    .createTable("passkey")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema.createIndex("passkey_member").on("passkey").column("member_id").execute();
  await db.schema
    .createTable("recovery_code")
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("recovery_code_member").on("recovery_code").column("member_id").execute();
  await db.schema
    .createTable("known_device")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("member_id", "text", (column) => column.notNull().references("member.id").onDelete("cascade"))
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("used_ticket")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}

/**
 * The triggers are a safeguard against bugs and operator slips. Somebody determined can drop them, and the chain check
 * finds it.
 */
async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  const fact = (path: string) => sql`iif(json_valid(entry), json_extract(entry, ${sql.lit(path)}), null)`;
  await db.schema
    .createTable("audit_entry")
    .addColumn("number", "integer", (column) => column.primaryKey())
    .addColumn("entry", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("seal", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.generatedAlwaysAs(fact("$.kind")))
    .addColumn("by_member", "text", (column) => column.generatedAlwaysAs(fact("$.by.id")))
    .addColumn("about_member", "text", (column) => column.generatedAlwaysAs(fact("$.about.member")))
    .execute();
  for (const column of ["kind", "by_member", "about_member"]) {
    await db.schema.createIndex(`audit_entry_${column}`).on("audit_entry").columns([column, "number"]).execute();
  }
  for (const change of ["update", "delete"]) {
    await sql`create trigger ${sql.raw(`audit_entry_${change}`)} before ${sql.raw(change)} on audit_entry
      begin select raise(abort, 'the audit log only grows'); end`.execute(db);
  }
  // `insert or replace` deletes without firing the delete trigger.
  await sql`create trigger audit_entry_insert before insert on audit_entry
    when new.number is not (select coalesce(max(number), 0) + 1 from audit_entry)
    begin select raise(abort, 'the audit log only grows at its end'); end`.execute(db);
}
