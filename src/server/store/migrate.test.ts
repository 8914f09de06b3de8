import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { readConfig } from "../config.ts";
import { createServices } from "../compose.ts";
import { createTestSigning } from "../signing/testing.ts";
import { migrate, StoreTooNewError } from "./migrate.ts";
import * as frontDesk from "./migrations/0001-front-desk.ts";
import * as inbox from "./migrations/0002-inbox.ts";
import * as channels from "./migrations/0003-channels.ts";
import * as keeping from "./migrations/0004-keeping.ts";
import * as members from "./migrations/0006-members.ts";
import * as bin from "./migrations/0007-bin.ts";
import * as conversation from "./migrations/0008-conversation.ts";
import * as snooze from "./migrations/0010-snooze.ts";
import * as tags from "./migrations/0009-tags.ts";
import * as incomingMail from "./migrations/0011-incoming-mail.ts";
import * as reports from "./migrations/0013-reports.ts";
import * as attachments from "./migrations/0014-attachments.ts";
import * as merge from "./migrations/0015-merge.ts";
import * as language from "./migrations/0016-language.ts";
import * as apiTokens from "./migrations/0017-api-tokens.ts";
import * as identityProvider from "./migrations/0018-identity-provider.ts";
import * as savedReplyVersion from "./migrations/0019-saved-reply-version.ts";
import * as addressProof from "./migrations/0021-address-proof.ts";
import * as replyProof from "./migrations/0023-reply-proof.ts";
import * as untakenMail from "./migrations/0024-untaken-mail.ts";
import * as undelivered from "./migrations/0025-undelivered.ts";
import * as wayAndFiles from "./migrations/0026-way-and-files.ts";
import * as activity from "./migrations/0027-activity.ts";
import * as ownSettings from "./migrations/0028-own-settings.ts";
import * as profile from "./migrations/0029-profile.ts";
import * as drafts from "./migrations/0030-drafts.ts";
import * as bell from "./migrations/0033-bell.ts";
import * as files from "./migrations/0034-files.ts";
import * as mentions from "./migrations/0012-mentions.ts";
import { openSqlite } from "./sqlite/open.ts";
import { sqliteEngine } from "./sqlite/engine.ts";
import { createStore, openStore } from "../open-store.ts";
import { newInquiry } from "./testing.ts";
import { checkIntegrity } from "./integrity/integrity-check.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-migrate-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** The schema and the rows of each table. */
function contents(): Record<string, unknown> {
  const db = new DatabaseSync(join(dataDir, "front-desk.sqlite"));
  const schema = db.prepare("select name, sql from sqlite_schema order by name").all();
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual table%'")
    .all() as Array<{ name: string }>;
  const rows = tables.map(({ name }) => [name, db.prepare(`select * from "${name}"`).all()]);
  db.close();
  return { schema, ...Object.fromEntries(rows) };
}

function change(sql: string): void {
  const db = new DatabaseSync(join(dataDir, "front-desk.sqlite"));
  db.exec(sql);
  db.close();
}

it("creates the schema in an empty folder", async () => {
  await (await openStore({ dataDir })).close();
  expect(Object.keys(contents())).toEqual(expect.arrayContaining(["channel_book", "inquiry", "member", "session"]));
});

it("changes nothing in a store of this version", async () => {
  const store = await openStore({ dataDir });
  await store.inquiries.insert(newInquiry(goodInquiry), [], 1);
  await store.close();
  const before = contents();
  await (await openStore({ dataDir })).close();
  expect(contents()).toEqual(before);
});

it("rejects a store of a newer version, and changes nothing", async () => {
  await (await openStore({ dataDir })).close();
  change(`insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z');
          create table later (a); insert into later values (1)`);
  const before = contents();
  const opening = openStore({ dataDir });
  await expect(opening).rejects.toThrow(StoreTooNewError);
  await expect(opening).rejects.toThrow("9999-from-the-future");
  expect(contents()).toEqual(before);
});

it("rolls back a failed migration", async () => {
  // Contacts are migrated before inquiries, and rolled back with them.
  change("create table inquiry (something_else)");
  await expect(openStore({ dataDir })).rejects.toMatchObject({
    cause: { message: expect.stringContaining("already exists") },
  });
  expect(Object.keys(contents())).toEqual(["schema", "inquiry"]);
});

it("is complete if the process is killed right after it", async () => {
  const db = openSqlite(join(dataDir, "front-desk.sqlite"));
  await migrate(db, sqliteEngine);
  await db.destroy();
  const store = await openStore({ dataDir });
  await store.inquiries.insert(newInquiry(goodInquiry), [], 1);
  await store.close();
  expect(checkIntegrity(join(dataDir, "front-desk.sqlite")).problems).toEqual([]);
});

it("migrates the inquiries from before the inbox", async () => {
  const db = openSqlite(join(dataDir, "front-desk.sqlite"));
  await db.transaction().execute(async (transaction) => {
    // Migrations are untyped, and this transaction does not have today's tables yet.
    const before = transaction as unknown as Kysely<unknown>;
    await frontDesk.up(before);
    const rows = Array.from({ length: 3 }, (_, index) => ({
      ...goodInquiry,
      id: `old-${index}`,
      created_at: Date.now(),
    }));
    await before.withTables<{ inquiry: (typeof rows)[number] }>().insertInto("inquiry").values(rows).execute();
    await inbox.up(before);
    await channels.up(before);
    await keeping.up(before);
    await members.up(before);
    await bin.up(before);
    await conversation.up(before);
    await tags.up(before);
    await incomingMail.up(before);
    await mentions.up(before);
    await reports.up(before);
    await snooze.up(before);
    await merge.up(before);
    await language.up(before);
    await apiTokens.up(before);
    await identityProvider.up(before);
    await savedReplyVersion.up(before);
    await addressProof.up(before);
    await attachments.up(before);
    await replyProof.up(before);
    await untakenMail.up(before);
    await undelivered.up(before);
    await wayAndFiles.up(before);
    await activity.up(before);
    await ownSettings.up(before);
    await profile.up(before);
    await drafts.up(before);
    await bell.up(before);
    await files.up(before);
  });
  const store = createStore(db, sqliteEngine);
  const services = await createServices(store, readConfig({}), await createTestSigning());
  await services.cleanUp.run();
  expect(await store.inbox.counts()).toMatchObject({ new: 3, closed: 0 });
  // The number in E.164 is found, too, once it is parsed.
  for (const search of ["genuine tele", "+919000000000"]) {
    const { rows: found } = await store.inbox.list({ search }, { limit: 10 });
    expect(found.map(({ id, others }) => [id, others])).toEqual([
      ["old-2", 2],
      ["old-1", 2],
      ["old-0", 2],
    ]);
    expect(new Set(found.map(({ reference }) => reference)).size).toBe(3);
    for (const { reference } of found) expect(reference).toMatch(/^[2-9B-Z]{3}-[2-9B-Z]{3}$/);
  }
  await db.destroy();
});

it("migrates the unsigned channels into the signed list, in order", async () => {
  const db = openSqlite(join(dataDir, "front-desk.sqlite"));
  const row = { type: "telegram", proof: "Daily", is_active: 1, created_at: 5, updated_at: 6 };
  const rows = [
    { ...row, id: "second", value: "https://t.me/second", position: 2 },
    { ...row, id: "first", value: "https://t.me/first", position: 1 },
    { ...row, id: "third", value: "https://t.me/third", position: 3, is_active: 0 },
  ];
  await db.transaction().execute(async (transaction) => {
    // Migrations are untyped, and this transaction does not have today's tables yet.
    const before = transaction as unknown as Kysely<unknown>;
    await frontDesk.up(before);
    await inbox.up(before);
    await before.withTables<{ contact: (typeof rows)[number] }>().insertInto("contact").values(rows).execute();
    await channels.up(before);
    await keeping.up(before);
    await members.up(before);
    await bin.up(before);
    await conversation.up(before);
    await attachments.up(before);
    await replyProof.up(before);
    await profile.up(before);
    await files.up(before);
  });
  const services = await createServices(createStore(db, sqliteEngine), readConfig({}), await createTestSigning());
  expect((await services.channels.poll(true)).alarm).toBeNull();
  expect(
    (await services.channels.list()).map(({ _id, value, isActive, hours }) => [_id, value, isActive, hours]),
  ).toEqual([
    ["first", "https://t.me/first", true, null],
    ["second", "https://t.me/second", true, null],
    ["third", "https://t.me/third", false, null],
  ]);
  await services.channels.remove("first");
  expect((await services.channels.official()).retired).toMatchObject([{ value: "https://t.me/first", from: 5 }]);
  await db.destroy();
});
