import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, inject, it } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { createTestApp } from "../../testing.ts";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import { migrate, StoreTooNewError } from "../migrate.ts";
import { connected } from "../transfer/postgres-ends.ts";
import { openTestStore } from "../testing.ts";
import { createPostgresEngine } from "./engine.ts";
import { breakingChanges, readCatalog } from "./testing-catalog.ts";
import { onServer } from "./testing-server.ts";
import { lockMigrating } from "./locks.ts";

const { url } = inject("postgres");

async function withEmptyDatabase(run: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const name = `upgraded_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  await connected(`${url}/${name}`, 1, run);
}

const engineOn = (db: Kysely<Database>) => createPostgresEngine((run) => run(db));

/** Returns what each step after the first could break for the previous version. */
async function breaking(db: Kysely<Database>, migrations: Engine["migrations"]): Promise<Record<string, string[]>> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const retired = new Set<string>();
  const found: Record<string, string[]> = {};
  let before: Awaited<ReturnType<typeof readCatalog>> | undefined;
  for (const [name, step] of Object.entries(migrations)) {
    const { error } = await migrator.migrateTo(name);
    if (error !== undefined) throw new Error(`the step ${name} fails`, { cause: error });
    const after = await readCatalog(db);
    if (before !== undefined) found[name] = breakingChanges(before, after, retired);
    for (const place of step.retires ?? []) retired.add(place);
    before = after;
  }
  return found;
}

const step = (...statements: string[]) => ({
  up: async (db: Kysely<Database>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** Everything that a step may do. */
const adding = step(
  "create table label (name text primary key, color text not null)",
  "alter table inquiry add column dialect text",
  "alter table inquiry add column turn integer not null default 0",
  "create index inquiry_turn on inquiry (turn, number)",
  "create unique index inquiry_dialect on inquiry (dialect)",
  "alter table member alter column password_hash drop not null",
);

describe("a migration only adds; what it removes was retired by an earlier version", () => {
  it("in all of them", () =>
    withEmptyDatabase(async (db) => {
      for (const found of Object.values(await breaking(db, engineOn(db).migrations))) expect(found).toEqual([]);
    }));

  it.each([
    [[], adding],
    [["table saved_reply"], step("drop table saved_reply")],
    [["column inquiry.city"], step("alter table inquiry drop column city")],
    [["column inquiry.city", "column inquiry.town"], step("alter table inquiry rename column city to town")],
    [["column inquiry.version"], step("alter table inquiry alter column version type integer")],
    [["column inquiry.email_key"], step("alter table inquiry alter column email_key set not null")],
    [["column member.role"], step("alter table member alter column role drop default")],
    [["column inquiry.must"], step("alter table inquiry add column must text not null")],
    [["constraint inquiry.short"], step("alter table inquiry add constraint short check (length(query) < 9)")],
    [["unique index inquiry.one"], step("create unique index one on inquiry (email)")],
    [
      ["unique index inquiry.mixed"],
      step("alter table inquiry add column dialect text", "create unique index mixed on inquiry (email, dialect)"),
    ],
    [
      ["trigger inquiry.stays"],
      step("create trigger stays before truncate on inquiry execute function audit_entry_grows()"),
    ],
    [
      ["function audit_fact"],
      step(`create or replace function audit_fact(entry text, variadic path text[]) returns text
        immutable language sql as 'select null'`),
    ],
  ])("with what breaks the version before it named: %j", (expected, next) =>
    withEmptyDatabase(async (db) => {
      const { "9999-next": found = [] } = await breaking(db, { ...engineOn(db).migrations, "9999-next": next });
      expect(found.map((each) => each.slice(0, each.indexOf(" is "))).sort()).toEqual(expected);
    }),
  );

  it("but not in the version that retires it", () =>
    withEmptyDatabase(async (db) => {
      const drop = step("alter table inquiry drop column city");
      const migrations = engineOn(db).migrations;
      const retires = ["inquiry.city"];
      expect(await breaking(db, { ...migrations, "9998-a": { ...adding, retires }, "9999-b": drop })).toEqual({
        "0006-members": [],
        "0007-bin": [],
        "0008-conversation": [],
        "0009-tags": [],
        "0010-snooze": [],
        "0011-incoming-mail": [],
        "0012-mentions": [],
        "0013-reports": [],
        "0014-attachments": [],
        "0015-merge": [],
        "0016-language": [],
        "0017-api-tokens": [],
        "0018-identity-provider": [],
        "0019-saved-reply-version": [],
        "0021-address-proof": [],
        "0022-locks": [],
        "0023-reply-proof": [],
        "0024-untaken-mail": [],
        "0025-undelivered": [],
        "0026-way-and-files": [],
        "0027-activity": [],
        "0028-own-settings": [],
        "0029-profile": [],
        "0030-drafts": [],
        "0033-bell": [],
        "0034-files": [],
        "0035-erasing": [],
        "9998-a": [],
        "9999-b": [],
      });
    }));

  it("and not immediately", () =>
    withEmptyDatabase(async (db) => {
      const drop = { ...step("alter table inquiry drop column city"), retires: ["inquiry.city"] };
      expect(await breaking(db, { ...engineOn(db).migrations, "9999-b": drop })).toEqual({
        "0006-members": [],
        "0007-bin": [],
        "0008-conversation": [],
        "0009-tags": [],
        "0010-snooze": [],
        "0011-incoming-mail": [],
        "0012-mentions": [],
        "0013-reports": [],
        "0014-attachments": [],
        "0015-merge": [],
        "0016-language": [],
        "0017-api-tokens": [],
        "0018-identity-provider": [],
        "0019-saved-reply-version": [],
        "0021-address-proof": [],
        "0022-locks": [],
        "0023-reply-proof": [],
        "0024-untaken-mail": [],
        "0025-undelivered": [],
        "0026-way-and-files": [],
        "0027-activity": [],
        "0028-own-settings": [],
        "0029-profile": [],
        "0030-drafts": [],
        "0033-bell": [],
        "0034-files": [],
        "0035-erasing": [],
        "9999-b": ["column inquiry.city is gone"],
      });
    }));
});

describe("each statement of 0.2.0 runs on the newest schema", () => {
  const { migrations } = engineOn(undefined as never);
  const statements = readFileSync(join(import.meta.dirname, "released-statements/0.2.0.sql"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("--"));

  /** Returns the statements that PostgreSQL refuses once all steps, and the next one, have run. */
  async function refused(next: ReturnType<typeof step>): Promise<string[]> {
    const found: string[] = [];
    await withEmptyDatabase(async (db) => {
      const all = { ...migrations, "9999-next": next };
      const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(all) } });
      expect((await migrator.migrateToLatest()).error).toBeUndefined();
      for (const statement of statements)
        await sql
          .raw(`prepare released as ${statement}; deallocate released`)
          .execute(db)
          .catch((error: Error) => found.push(`${error.message}: ${statement}`));
    });
    return found;
  }

  it("with all its names", async () => {
    expect(statements.length).toBeGreaterThan(200);
    expect(await refused(step())).toEqual([]);
  });

  it.each([
    ["column is gone", "alter table inquiry drop column city", /"city" does not exist/],
    // It reads `status` of an inquiry where it joins the members.
    ["new column makes an old name ambiguous", "alter table member add column status text", /"status" is ambiguous/],
  ])("and not if a %s", async (_what, statement, message) => {
    expect(await refused(step(statement))).toContainEqual(expect.stringMatching(message));
  });
});

describe("while the next version migrates the schema", () => {
  /** Keeps an instance of this version serving during the upgrade; returns the statuses of its responses. */
  async function upgrade(next: ReturnType<typeof step>): Promise<{ during: Set<number>; after: Set<number> }> {
    const file = `upgraded ${randomUUID()}`;
    const app = await createTestApp({ file });
    const other = await openTestStore(file);
    try {
      const cookie = await app.signIn();
      const state = { isOver: false };
      const statuses = new Set<number>();
      const visit = async () => {
        const sent = await app.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
        const list = await app.app.inject({ url: "/api/contact-inquiries?search=asha", headers: { cookie } });
        const settings = await app.app.inject({ url: "/api/settings", headers: { cookie } });
        for (const { statusCode } of [sent, list, settings]) statuses.add(statusCode);
      };
      await visit();
      const visitors = Array.from({ length: 4 }, async () => {
        while (!state.isOver) await visit();
      });
      const engine = { ...other.engine, migrations: { ...other.engine.migrations, "9999-next": next } };
      await migrate(other.db, engine, lockMigrating);
      state.isOver = true;
      await Promise.all(visitors);
      const during = new Set(statuses);
      statuses.clear();
      await visit();
      await expect(migrate(app.db, app.engine)).rejects.toThrow(StoreTooNewError);
      return { during, after: statuses };
    } finally {
      await other.store.close();
      await app.close();
    }
  }

  it("an instance of this version continues without errors", async () => {
    const { during, after } = await upgrade(adding);
    expect(during).toEqual(new Set([200, 201]));
    expect(after).toEqual(new Set([200, 201]));
  });

  it("and would not, if a column were removed", async () => {
    const { after } = await upgrade(step("alter table inquiry drop column city"));
    expect([...after]).toContain(500);
  });
});
