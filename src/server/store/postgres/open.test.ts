import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, it } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { readConfig } from "../../config.ts";
import { explainFailure, isRefusal } from "../../failure.ts";
import { openStore } from "../../open-store.ts";
import { newKeyText } from "../../signing/signing-keys.ts";
import { runProgram, startServer } from "../../testing-program.ts";
import { migrateWithin } from "../migrate.ts";
import { newInquiry, openTestStore } from "../testing.ts";
import { connected } from "../transfer/postgres-ends.ts";
import { createPostgresEngine } from "./engine.ts";
import { openPostgres } from "./open.ts";
import { onServer } from "./testing-server.ts";

const { url } = inject("postgres");

async function newDatabase(options = ""): Promise<string> {
  const name = `opened_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name} ${options}`));
  return `${url}/${name}`;
}

const open = (address: string) => openStore({ dataDir: "unused", database: { url: address, connections: 3 } });

/** The operator's error message when the program does not start. */
async function whyNot(address: string): Promise<string | undefined> {
  const error: unknown = await open(address).then(
    (store) => store.close(),
    (thrown: unknown) => thrown,
  );
  return explainFailure(error, readConfig({ DATABASE_URL: address }));
}

it("creates the schema once for simultaneous starts, and keeps it for later ones", async () => {
  const address = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 5 }, () => open(address)));
  await stores[0]!.inquiries.insert(newInquiry(goodInquiry), [], 1);
  await Promise.all(stores.map((store) => store.close()));
  const again = await open(address);
  expect(await again.inquiries.count()).toBe(1);
  await again.close();
});

it("creates no schema for a command, which needs a store that is there", async () => {
  const address = await newDatabase();
  const command = () => openStore({ dataDir: "unused", database: { url: address, connections: 3 }, mustExist: true });
  await expect(command()).rejects.toThrow("there is no store in it");
  const tables = await onServer(address, (client) => client.query("select from pg_tables where schemaname = 'public'"));
  expect(tables.rowCount).toBe(0);
  await (await open(address)).close();
  await (await command()).close();
});

it("a second server with the same key makes its DATA_DIR, and one with another key is not ready", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "front-desk-second-"));
  try {
    writeFileSync(join(cwd, "key.pem"), newKeyText(), { mode: 0o600 });
    const env = { DATABASE_URL: await newDatabase(), SIGNING_KEY_FILE: "key.pem", LOG_LEVEL: "error" };
    for (const DATA_DIR of ["first", "missing/second"]) {
      const server = await startServer({ cwd, env: { ...env, DATA_DIR } });
      server.signal("SIGTERM");
      expect(await server.ended).toMatchObject({ stderr: "", code: 0 });
    }
    // With a key of its own it can show no channel: it starts, for the alarm, but gets no visitors.
    const other = await startServer({
      cwd,
      env: { DATABASE_URL: env.DATABASE_URL, DATA_DIR: "other", LOG_LEVEL: "silent" },
    });
    const ready = await fetch(`${other.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: "no channel list" }]);
    other.signal("SIGTERM");
    expect((await other.ended).code).toBe(0);
    const kept = readdirSync(join(cwd, "missing/second"));
    for (const name of ["official-channels.sealed.json", "members.head.json", "settings.signed.json"])
      expect(kept).toContain(name);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

it("a server waits for its database, says so, and can be stopped meanwhile", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "front-desk-waiting-"));
  const address = await newDatabase();
  const name = new URL(address).pathname.slice(1);
  const allow = (isAllowed: boolean) =>
    onServer(`${url}/postgres`, (client) => client.query(`alter database ${name} with allow_connections ${isAllowed}`));
  try {
    await allow(false);
    const { child, ended } = runProgram("main", { cwd, env: { DATABASE_URL: address, PORT: "0" } });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await expect
      .poll(() => said)
      .toMatch(/^DATABASE_URL: the database does not answer \(.*\); the next try is in 1 s\n/);
    const stopped = runProgram("main", { cwd, env: { DATABASE_URL: address, PORT: "0", DATA_DIR: "other" } });
    stopped.child.stderr.once("data", () => stopped.child.kill("SIGTERM"));
    const { stderr, code } = await stopped.ended;
    expect([stderr.split("\n").at(-2), code]).toEqual(["Stopped before the start was done: SIGTERM", 0]);
    await allow(true);
    let served = "";
    child.stdout.on("data", (chunk: Buffer) => (served += chunk.toString()));
    await expect.poll(() => served).toContain("The site is at");
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

it("starts beside the tables of another program's migrator, and keeps to its schema when another comes first", async () => {
  const address = await newDatabase();
  const others = `create schema other; create table other.kysely_migration (name text);
    create table other.kysely_migration_lock (id text)`;
  await onServer(address, (client) => client.query(others));
  // An earlier version starts first.
  await connected(address, 1, (db) =>
    db.transaction().execute(async (transaction) => {
      const engine = createPostgresEngine((run) => run(transaction));
      const earlier = Object.fromEntries(Object.entries(engine.migrations).slice(0, -1));
      await migrateWithin(transaction, { ...engine, migrations: earlier });
    }),
  );
  // A schema of the role's name is searched before `public`.
  await onServer(address, (client) => client.query("create schema authorization current_user"));
  await (await open(address)).close();
  const found = "select schemaname as name from pg_tables where tablename in ('kysely_migration', 'member') order by 1";
  const { rows } = await onServer(address, (client) => client.query<{ name: string }>(found));
  expect(rows.map(({ name }) => name)).toEqual(["other", "public", "public"]);
});

it("rejects a database of a newer version", async () => {
  const address = await newDatabase();
  await (await open(address)).close();
  const add = "insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')";
  await onServer(address, (client) => client.query(add));
  expect(await whyNot(address)).toMatch(/^DATABASE_URL: the store was written by a newer version .*9999-from-the-fut/);
});

it("reports in one line why a database cannot be used", async () => {
  const ascii = await newDatabase("template template0 encoding 'SQL_ASCII' locale 'C'");
  expect(await whyNot(ascii)).toBe(
    "DATABASE_URL: the database cannot be used: its encoding is SQL_ASCII, and must be UTF8",
  );
  const careless = await newDatabase();
  const name = new URL(careless).pathname.slice(1);
  await onServer(careless, (client) => client.query(`alter database ${name} set synchronous_commit = off`));
  expect(await whyNot(careless)).toMatch(/^DATABASE_URL: the database cannot be used: its synchronous_commit is off/);
  expect(await whyNot(`${url}/nowhere`)).toMatch(/^DATABASE_URL: there is no database of this name/);
  const wrong = Object.assign(new URL(`${url}/postgres`), { password: "mistaken" }).href;
  expect(await whyNot(wrong)).toMatch(/^DATABASE_URL: the server refuses the user or the password/);
  expect(await whyNot("postgres://127.0.0.1:1/nowhere")).toBe(
    "DATABASE_URL: the database does not answer (connect ECONNREFUSED 127.0.0.1:1)",
  );
});

it("a start does not wait for a server that speaks no TLS, and says so", async () => {
  const address = `${await newDatabase()}?sslmode=require`;
  const error: unknown = await open(address).catch((thrown: unknown) => thrown);
  expect(error instanceof Error && isRefusal(error)).toBe(true);
  expect(await whyNot(address)).toBe(
    "DATABASE_URL: the server speaks no TLS (ssl is off there), and sslmode in DATABASE_URL demands it; turn it on " +
      "there, or leave sslmode out where the network is trusted (The server does not support SSL connections)",
  );
});

it("the server cancels slow statements, even if the program has ended", async () => {
  const address = await newDatabase();
  const { db } = await openPostgres({ url: address, connections: 3 });
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
  const settings = await Promise.all(names.map((name) => sql`select current_setting(${name}) as value`.execute(db)));
  expect(settings.map(({ rows }) => rows)).toEqual([[{ value: "15s" }], [{ value: "5s" }], [{ value: "10s" }]]);
  await db.destroy();
});

it("the server notices within two minutes that a machine with a lock has lost its power", async () => {
  const seconds = await connected(await newDatabase(), 1, async (db) => {
    const { rows } = await sql<Record<"idle" | "interval" | "count", number>>`select
      current_setting('tcp_keepalives_idle')::int as idle, current_setting('tcp_keepalives_interval')::int as interval,
      current_setting('tcp_keepalives_count')::int as count`.execute(db);
    return rows.map(({ idle, interval, count }) => idle + interval * count);
  });
  expect(seconds).toEqual([120]);
});

it("erased data is in no row and no index, and its space is free", async () => {
  const test = await openTestStore();
  const inquiry = newInquiry({ ...goodInquiry, query: "Qxzwy Vqjkx marked" });
  const message = { id: "m", kind: "inquiry", channel: "email", payload: '{"marked":"vxqzk"}' };
  await test.store.inquiries.insert(inquiry, [message], 1);
  await test.store.members.insert({ id: "a", email: "a@example.com", passwordHash: "", role: "owner" }, 1);
  await test.store.inquiries.addNote({ id: "n", inquiryId: inquiry.id, memberId: "a", text: "kyqlv noted" }, 1);
  expect(JSON.stringify(await test.dump())).toMatch(/Qxzwy.*kyqlv.*vxqzk/s);
  expect(await test.store.inquiries.erase([1], "request", 2)).toBe(1);
  expect(await test.store.inquiries.purgeErased()).toBe(true);
  expect(JSON.stringify(await test.dump())).not.toMatch(/Qxzwy|kyqlv|vxqzk/);
  for (const table of ["inquiry", "inquiry_gram", "inquiry_note", "outbox"]) {
    const { rows } =
      await sql`select count(*) as rows, pg_relation_size(${table}::regclass) as bytes from ${sql.table(table)}`.execute(
        test.db,
      );
    expect([table, rows]).toEqual([table, [{ rows: 0, bytes: 0 }]]);
  }
  await test.store.close();
});
