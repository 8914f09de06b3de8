import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { addToIndex } from "../search-text.ts";
import { sqliteSearch } from "../sqlite/search.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await alterInquiry(db);
  await db.schema
    .createTable("inquiry_note")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("inquiry_note_inquiry")
    .on("inquiry_note")
    .columns(["inquiry_id", "created_at"])
    .execute();
  await db.schema
    .createTable("inquiry_event")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("inquiry_id", "text", (column) => column.notNull().references("inquiry.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) => column.references("member.id").onDelete("set null"))
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("inquiry_event_inquiry").on("inquiry_event").columns(["inquiry_id", "number"]).execute();
  await db.schema
    .createTable("inquiry_count")
    .addColumn("status", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into inquiry_count (status, count) select 'new', count(*) from inquiry`.execute(db);
  await db.schema
    .createTable("inbox_change")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("inquiry_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("erasure")
    .addColumn("inquiry_id", "text", (column) => column.primaryKey())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("erased_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("saved_reply")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("setting")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await createOutbox(db);
  await alterTeam(db);
  await createSearch(db);
}

async function alterInquiry(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column at a time, and a new required column needs a default.
  await db.schema.alterTable("inquiry").addColumn("reference", "text").execute();
  await db.schema
    .alterTable("inquiry")
    .addColumn("status", "text", (column) => column.notNull().defaultTo("new"))
    .execute();
  await db.schema
    .alterTable("inquiry")
    .addColumn("assignee_id", "text", (column) => column.references("member.id").onDelete("set null"))
    .execute();
  await db.schema
    .alterTable("inquiry")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("inquiry").addColumn("closed_at", "bigint").execute();
  await db.schema.alterTable("inquiry").addColumn("phone_key", "text").execute();
  await db.schema.alterTable("inquiry").addColumn("email_key", "text").execute();
  await db.schema.alterTable("inquiry").addColumn("receipt_hash", "text").execute();
  await giveReferences(db);
  await db.schema.createIndex("inquiry_reference").unique().on("inquiry").column("reference").execute();
  await db.schema.createIndex("inquiry_receipt").unique().on("inquiry").column("receipt_hash").execute();
  await db.schema.createIndex("inquiry_status").on("inquiry").columns(["status", "number"]).execute();
  await db.schema.createIndex("inquiry_assignee").on("inquiry").columns(["assignee_id", "status", "number"]).execute();
  await db.schema.createIndex("inquiry_closed").on("inquiry").columns(["closed_at", "created_at"]).execute();
  await db.schema.createIndex("inquiry_phone").on("inquiry").columns(["phone_key", "number"]).execute();
  await db.schema.createIndex("inquiry_email").on("inquiry").columns(["email_key", "number"]).execute();
}

/** Adds references to inquiries from before the inbox; the server adds their phone keys at its start. */
async function giveReferences(db: Kysely<unknown>): Promise<void> {
  const old = db.withTables<{ inquiry: { id: string; email: string; reference: string; email_key: string } }>();
  const letters = "23456789BCDFGHJKMNPQRSTVWXZ";
  const given = new Set<string>();
  for (const { id, email } of await old.selectFrom("inquiry").select(["id", "email"]).execute()) {
    let reference: string;
    do {
      const picked = [...randomBytes(6)].map((byte) => letters[byte % letters.length]).join("");
      reference = `${picked.slice(0, 3)}-${picked.slice(3)}`;
    } while (given.has(reference));
    given.add(reference);
    await old.updateTable("inquiry").set({ reference, email_key: email.toLowerCase() }).where("id", "=", id).execute();
  }
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("inquiry_id", "text")
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_at", "bigint", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("tried_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("settled_at", "bigint")
    .execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["channel", "state", "next_at"]).execute();
  await db.schema.createIndex("outbox_settled").on("outbox").columns(["channel", "state", "settled_at"]).execute();
  await db.schema.createIndex("outbox_inquiry").on("outbox").column("inquiry_id").execute();
  await db.schema.createIndex("outbox_created").on("outbox").columns(["created_at", "id"]).execute();
}

async function alterTeam(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("member")
    .addColumn("role", "text", (column) => column.notNull().defaultTo("owner"))
    .execute();
  await db.schema
    .alterTable("member")
    .addColumn("is_active", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("session").addColumn("id", "text").execute();
  await db.schema.alterTable("session").addColumn("device", "text").execute();
  await sql`update session set id = lower(hex(randomblob(16)))`.execute(db);
  await db.schema.createIndex("session_id").unique().on("session").column("id").execute();
}

/**
 * The index of `store/search-text.ts`: which inquiry has which n-gram of one to three letters, without the text.
 * Deleted entries leave no trace (https://sqlite.org/fts5.html#the_secure_delete_configuration_option).
 */
async function createSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table inquiry_gram using fts5(
    grams, content = '', detail = none, columnsize = 0, tokenize = 'ascii'
  )`.execute(db);
  await sql`insert into inquiry_gram (inquiry_gram, rank) values ('secure-delete', 1)`.execute(db);
  // Small pages: each insert also merges a number of index pages, and waits for it.
  await sql`insert into inquiry_gram (inquiry_gram, rank) values ('pgsz', 512)`.execute(db);
  const old = db.withTables<{ inquiry: Inquiry & { number: number; reference: string } }>();
  for (let after = 0; ;) {
    const rows = await old
      .selectFrom("inquiry")
      .select(["number", "reference", "name", "phone", "email", "city", "query"])
      .where("number", ">", after)
      .orderBy("number")
      .limit(1000)
      .execute();
    if (rows.length === 0) return;
    for (const { number, reference, ...fields } of rows) {
      await addToIndex(sqliteSearch, db, number, { reference, fields, reported: "", phoneKey: null, texts: [] });
      after = number;
    }
  }
}
