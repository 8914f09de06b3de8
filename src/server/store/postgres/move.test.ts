import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { fill } from "../../../../bench/fill.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { readConfig } from "../../config.ts";
import { createServices } from "#server/compose.ts";
import { openSigning } from "../../signing/create-signing.ts";
import { runProgram, startServer } from "../../testing-program.ts";
import type { Database } from "../database.ts";
import { defineRowSum, summedTables, sumQuery } from "../integrity/table-checksums.ts";
import { openStore, type Store } from "../../open-store.ts";
import { migrate } from "../migrate.ts";
import { wholeOf } from "../files/stored-files.ts";
import { tableNames } from "../transfer/tables.ts";
import { openSqlite } from "../sqlite/open.ts";
import { sqliteEngine } from "../sqlite/engine.ts";
import { newInquiry, openTestStore } from "../testing.ts";
import { checkIntegrity } from "../integrity/integrity-check.ts";
import { onServer } from "./testing-server.ts";

// Each test starts built programs, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { url } = inject("postgres");
const owner = { email: "asha@example.com", password: "a made-up password" };
const channel = "https://t.me/example_moved_desk";
/** A file of several parts in the store. */
const pdf = Buffer.concat([Buffer.from("%PDF-1.7"), randomBytes(200_000)]);

let cwd: string;
let dataDir: string;
let database: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-move-"));
  dataDir = join(cwd, "data");
  database = await newDatabase();
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function newDatabase(): Promise<string> {
  const name = `moved_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  return `${url}/${name}`;
}

type Place = { DATA_DIR: string; DATABASE_URL?: string };

/** Runs with the services of a program on the store in this place. */
async function withServices<T>(
  place: Place,
  run: (given: { services: Awaited<ReturnType<typeof createServices>>; store: Store }) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...place, LOG_LEVEL: "silent" });
  const store = await openStore(config);
  const services = await createServices(
    store,
    config,
    await openSigning({ dataDir: config.dataDir, keyFile: undefined }),
  );
  try {
    await services.channels.poll(true);
    return await run({ services, store });
  } finally {
    await services.audit.settled();
    await store.close();
  }
}

/**
 * Creates a store with rows in every table that a desk fills. The last inquiry is erased, so that no row has its
 * number.
 */
async function makeStore(inquiries = 3): Promise<void> {
  await withServices({ DATA_DIR: dataDir }, async ({ services, store }) => {
    await services.accounts.prepareFirstOwner(owner);
    const [member] = await store.members.list();
    const by = member?.id ?? "";
    await services.channels.add({ type: "telegram", value: channel, isActive: true, proof: "" });
    await fill(store, inquiries, { seed: 1, receivedAt: (number) => 1_700_000_000_000 + number });
    for (const name of ["Devanagari \u0939\u093f\u0928\u094d\u0926\u0940", "To be erased"]) {
      const { id } = newInquiry({ ...goodInquiry, name });
      const payload = JSON.stringify({ id, name: "\u0000 stays as it is written" });
      const message = { id: randomUUID(), kind: "inquiry", channel: "email", payload };
      const attachments = [{ type: "application/pdf", bytes: pdf, width: null, height: null }] as const;
      const inquiry = newInquiry({ ...goodInquiry, name }, { id, attachments });
      await store.inquiries.insert(inquiry, [message], Date.now());
      await store.inquiries.addNote(
        { id: randomUUID(), inquiryId: id, memberId: by, text: "noted heliotrope" },
        Date.now(),
      );
      await store.inquiries.change([{ id, version: 2, status: "closed" }], by, Date.now());
      if (name === "To be erased") await store.inquiries.erase(await store.inbox.numbersOf([id]), "team", Date.now());
    }
    await services.audit.record({ kind: "signed-in", by: null, about: {} });
  });
}

async function move(target: string, env: Place = { DATA_DIR: dataDir }) {
  const { child, ended } = runProgram("move-cli", { cwd, args: ["--to", target], env: { ...env } });
  child.stdin.end();
  return ended;
}

/** The output line of each table. */
const checksumsIn = (stdout: string) => stdout.split("\n").filter((line) => /^[a-z_]+ +\d+ {2}[\da-f]{12}$/.test(line));

async function newestNumber(store: Store): Promise<number> {
  const [newest] = (await store.inbox.list({}, { limit: 1 })).rows;
  const [number = 0] = await store.inbox.numbersOf([newest?.id ?? ""]);
  return number;
}

/** A server on a transferred store reads and writes, and its checks pass. */
async function expectToWork(place: Place): Promise<void> {
  const last = await withServices(place, async ({ services, store }) => {
    expect((await services.audit.check()).outcome).toBe("whole");
    expect(await services.channels.active()).toMatchObject({ channels: [{ value: channel }] });
    const search = async (words: string) =>
      (await store.inbox.list({ search: words }, { limit: 10 })).rows.map(({ name }) => name);
    expect(await search("heliotrope")).toEqual(["Devanagari \u0939\u093f\u0928\u094d\u0926\u0940"]);
    expect(await search("\u0928\u094d\u0926")).toHaveLength(1);
    const [found] = (await store.inbox.list({ search: "heliotrope" }, { limit: 1 })).rows;
    const [file] = (await store.inbox.find(found?.id ?? "", 1))?.attachments ?? [];
    const stored = await store.attachments.find(file?.id ?? "");
    const content = stored && (await store.attachments.content(stored));
    expect(content && (await wholeOf(content))).toEqual(pdf);
    return newestNumber(store);
  });
  const server = await startServer({ cwd, env: { ...place, LOG_LEVEL: "error" } });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${server.origin}/api/contacts/active`)).text()).toContain(channel);
  const sent = await fetch(`${server.origin}/api/contact-inquiries`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...goodInquiry, query: "a zirconium question" }),
  });
  expect(sent.status).toBe(201);
  server.signal("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
  await withServices(place, async ({ store }) => {
    expect((await store.inbox.list({ search: "zirconium" }, { limit: 10 })).rows).toHaveLength(1);
    const number = await newestNumber(store);
    // The number of the erased one is not reused.
    expect(number).toBe(last + 2);
    expect(await store.inquiries.erase([number], "team", Date.now())).toBe(1);
    expect((await store.inbox.list({ search: "zirconium" }, { limit: 10 })).rows).toEqual([]);
  });
}

/** No server starts there, with this reason. */
async function expectRefused(place: Place, why: RegExp): Promise<void> {
  const { stderr, code } = await runProgram("main", { cwd, env: { ...place, PORT: "0" } }).ended;
  expect([code, stderr]).toEqual([1, expect.stringMatching(why)]);
}

describe("npm run move", () => {
  it("moves a store into PostgreSQL and back into a folder; both work, with the same sums", async () => {
    await makeStore();
    const file = join(dataDir, "front-desk.sqlite");
    const there = await move(database);
    expect([there.stderr, there.code]).toEqual(["", 0]);
    expect(there.stdout).toContain("Moved, and compared, count and sum of each table: 4 inquiries.");
    expect(there.stdout).toContain(`DATA_DIR stays ${dataDir}`);
    expect(checkIntegrity(file).problems).toEqual([]);
    await expectRefused({ DATA_DIR: dataDir }, /^DATA_DIR: the store in .* was moved to a PostgreSQL database /);

    const folder = join(cwd, "new");
    const atPostgres = { DATA_DIR: dataDir, DATABASE_URL: database };
    const back = await move(`sqlite:${folder}`, atPostgres);
    expect([back.stderr, back.code]).toEqual(["", 0]);
    expect(checksumsIn(back.stdout)).toEqual(checksumsIn(there.stdout));
    expect(checksumsIn(back.stdout)).toHaveLength(tableNames.length);
    expect(readdirSync(folder).sort()).toEqual([
      "audit-log.head.json",
      "front-desk.count",
      "front-desk.sqlite",
      "in-use.lock",
      "members.head.json",
      "official-channels.sealed.json",
      "settings.signed.json",
      "signing-key.pem",
    ]);
    await expectToWork({ DATA_DIR: folder });
    expect(checkIntegrity(join(folder, "front-desk.sqlite")).problems).toEqual([]);
    await expectRefused(atPostgres, /^DATABASE_URL: this store was moved to the folder .*new /);
    const { ended } = runProgram("admin-cli", { cwd, args: ["serve-again"], env: atPostgres });
    expect((await ended).code).toBe(0);
    await expectToWork(atPostgres);
  });

  it.each([
    ["sqlite:data", /^--to: the folder .*data is not empty \(it holds front-desk\.(sqlite|count)\); name a new one/],
    ["sqlite:.", /^--to: the folder .* is not empty \(it holds data\); name a new one/],
    ["sqlite:/dev/null/data", /^--to: the folder \/dev\/null\/data cannot be used/],
    [`${url}/nowhere`, "--to: there is no database of this name; make it"],
    ["postgres://desk@127.0.0.1:9/desk", /^--to: the database does not answer/],
  ])("to %s is refused in one line", async (target, why) => {
    await makeStore(1);
    const { stderr, code } = await move(target);
    expect(stderr).toMatch(typeof why === "string" ? new RegExp(`^${why.replaceAll(/[()/?.]/g, "\\$&")}`) : why);
    expect([stderr.trimEnd().split("\n").length, code]).toEqual([1, 1]);
  });

  it("is rejected if the database is not empty", async () => {
    await makeStore(1);
    await onServer(database, (client) => client.query("create table orders (id integer)"));
    expect((await move(database)).stderr).toMatch(/^the database is not empty \(it holds orders\); make a new one/);
    await onServer(database, (client) => client.query("drop table orders"));
    expect((await move(database)).code).toBe(0);
    expect((await move(database)).stderr).toMatch(/^the store was moved to a PostgreSQL database already/);
  });

  it("reports that the new store is complete if the old one cannot be marked", async () => {
    await makeStore(1);
    expect((await move(database)).code).toBe(0);
    const name = new URL(database).pathname.slice(1);
    await onServer(database, (client) => client.query(`alter database ${name} set default_transaction_read_only = on`));
    const { stderr, code } = await move("sqlite:new", { DATA_DIR: dataDir, DATABASE_URL: database });
    expect(stderr).toMatch(
      /^Moved, and compared, but the old store cannot be marked \(.*read-only transaction\): see /,
    );
    expect(code).toBe(1);
    await expectToWork({ DATA_DIR: join(cwd, "new") });
  });

  it("is rejected while a program uses either store", async () => {
    await makeStore(1);
    const embedded = await startServer({ cwd, env: { DATA_DIR: dataDir, LOG_LEVEL: "error" } });
    expect((await move(database)).stderr).toMatch(/^DATA_DIR: a program is using the folder/);
    embedded.signal("SIGTERM");
    await embedded.ended;
    expect((await move(database)).code).toBe(0);

    const place = { DATA_DIR: dataDir, DATABASE_URL: database };
    const server = await startServer({ cwd, env: { ...place, LOG_LEVEL: "error" } });
    const { stderr, code } = await move("sqlite:new", place);
    expect(stderr).toMatch(
      /^a program is using the database \(\d+ connections called front-desk or front-desk-files\); stop all instances/,
    );
    expect(code).toBe(1);
    server.signal("SIGTERM");
    await server.ended;
    // An interrupted attempt does not prevent the next one.
    expect((await move("sqlite:new", place)).code).toBe(0);
  });

  it("is rejected if the store is of another version, damaged or missing", async () => {
    expect((await move(database)).stderr).toMatch(/^DATA_DIR: there is no store in /);
    expect((await move("sqlite:new", { DATA_DIR: dataDir, DATABASE_URL: database })).stderr).toMatch(
      /^DATA_DIR: there is no key in .*signing-key\.pem/,
    );
    await makeStore(1);
    expect((await move("sqlite:new", { DATA_DIR: dataDir, DATABASE_URL: database })).stderr).toBe(
      "the database holds no store of this program\n",
    );
    const change = (statement: string, isKnown: boolean) => {
      const changed = new DatabaseSync(join(dataDir, "front-desk.sqlite"));
      changed.exec(statement);
      defineRowSum(changed);
      const [table] = summedTables(changed).filter(({ name }) => name === "kysely_migration");
      const found = changed.prepare(sumQuery(table!)).get(-1);
      if (isKnown)
        changed
          .prepare(
            "update content_sum set sum = ?, added = ?, removed = 0, changed = 99 where name = 'kysely_migration'",
          )
          .run(Number(found?.["sum"]), Number(found?.["rows"]));
      changed.close();
    };
    change("update kysely_migration set timestamp = 'damaged'", false);
    expect((await move(database)).stderr).toMatch(
      /^DATA_DIR: the store in .* is damaged: a row of the table kysely_migr/,
    );
    change("delete from kysely_migration where name = '0005-sums'", true);
    expect((await move(database)).stderr).toMatch(
      /^the store was written by an older version: start this version on it/,
    );
    change("insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')", true);
    expect((await move(database)).stderr).toMatch(/^DATA_DIR: the store in .* was written by a newer version .*9999-/);
  });

  it("copies a truncated audit log as it is, so that its check still fails", async () => {
    await makeStore(1);
    await withServices({ DATA_DIR: dataDir }, async ({ services }) => {
      await services.audit.record({ kind: "signed-in", by: null, about: {} });
    });
    const store = new DatabaseSync(join(dataDir, "front-desk.sqlite"));
    const [trigger] = store.prepare("select sql from sqlite_schema where name = 'audit_entry_delete'").all();
    store.exec("drop trigger audit_entry_delete; delete from audit_entry where number = 2");
    store.exec(String(trigger?.["sql"]));
    store.close();
    await (await openStore({ dataDir, acceptDamage: true })).close();
    expect((await move(database)).stderr).toBe("");
    const place = { DATA_DIR: dataDir, DATABASE_URL: database };
    await withServices(place, async ({ services }) =>
      expect(await services.audit.check()).toMatchObject({ outcome: "broken", number: 2 }),
    );
    expect((await move("sqlite:new", place)).stderr).toBe("");
    await withServices({ DATA_DIR: join(cwd, "new") }, async ({ services }) =>
      expect(await services.audit.check()).toMatchObject({ outcome: "broken", number: 2 }),
    );
  });
});

describe("a move that is killed midway", () => {
  beforeEach(() => makeStore(8000));

  /** Kills the transfer as soon as `isMidway` is true. */
  async function killed(target: string, env: Place, isMidway: () => Promise<boolean> | boolean): Promise<void> {
    const { child, ended } = runProgram("move-cli", { cwd, args: ["--to", target], env: { ...env } });
    child.stdin.end();
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!(await isMidway())) {
      expect(isOver).toBe(false);
      await new Promise((resolve) => void setTimeout(resolve, 5));
    }
    child.kill("SIGKILL");
    expect((await ended).code).toBe(null);
  }

  it("leaves nothing in PostgreSQL, and a folder that cannot start; it can be repeated", async () => {
    const isCopying = () =>
      onServer(`${url}/postgres`, async (client) => {
        const { rowCount } = await client.query(
          "select from pg_stat_activity where datname = $1 and query like 'insert into \"inquiry\"%'",
          [new URL(database).pathname.slice(1)],
        );
        return rowCount === 1;
      });
    await killed(database, { DATA_DIR: dataDir }, isCopying);
    const there = await move(database);
    expect([there.stderr, there.code]).toEqual(["", 0]);

    const place = { DATA_DIR: dataDir, DATABASE_URL: database };
    const folder = join(cwd, "new");
    const file = join(folder, "front-desk.sqlite");
    await killed(`sqlite:${folder}`, place, () => existsSync(file) && statSync(file).size > 4_000_000);
    const { stderr } = await runProgram("main", { cwd, env: { DATA_DIR: folder, PORT: "0" } }).ended;
    expect(stderr).toMatch(/^DATA_DIR: the store in .* a move into it was not finished: run it again/);
    const back = await move(`sqlite:${folder}`, place);
    expect([back.stderr, back.code]).toEqual(["", 0]);
    expect(checksumsIn(back.stdout)).toEqual(checksumsIn(there.stdout));
    await expectToWork({ DATA_DIR: folder });
  });
});

it("every table that is not derived is moved, and has the same columns in both", async () => {
  const own = /^(inquiry_gram|kysely_migration|lock_|content_sum$|sqlite_)/;
  const { db: inPostgres } = await openTestStore();
  const inSqlite = openSqlite(":memory:");
  await migrate(inSqlite, sqliteEngine);
  const tablesOf = async (db: Kysely<Database>) => {
    const tables = await db.introspection.getTables();
    const moved = tables.filter(({ name, isView }) => !isView && !own.test(name));
    return moved.map(({ name }) => name).sort();
  };
  expect(await tablesOf(inPostgres)).toEqual(tableNames.toSorted());
  expect(await tablesOf(inSqlite)).toEqual(tableNames.toSorted());
  await Promise.all([inPostgres.destroy(), inSqlite.destroy()]);
});
