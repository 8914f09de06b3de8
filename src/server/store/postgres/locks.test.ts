import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { openStore } from "../../open-store.ts";
import { createPasswords } from "../../auth/passwords/passwords.ts";
import { createTestApp, type TestApp } from "../../testing.ts";
import { takeBackupTurn } from "./backing-up.ts";
import { openPostgres } from "./open.ts";
import { onServer } from "./testing-server.ts";

const { url } = inject("postgres");
/** The advisory locks of 0.2.x and later ones, and the one of Kysely's migrations. */
const numbers = [1, 2, 3, 4, 5, 6];
const advisoryLocks = ["3853314791062309107", ...numbers.map((number) => `1717855603, ${number}`)];
const owner = { email: "asha@example.com", password: "a made-up password" };

let test: TestApp;
let database: string;
const clients: Client[] = [];
const stranger = `stranger_${randomUUID().replaceAll("-", "")}`;

/** A connection of a role, or of ours. */
async function connect(role?: string): Promise<Client> {
  const address = new URL(database);
  if (role !== undefined) Object.assign(address, { username: role, password: "made-up" });
  const client = new Client({ connectionString: address.href });
  client.on("error", () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

beforeEach(async () => {
  test = await createTestApp();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db);
  database = `${url}/${rows[0]?.name}`;
  await onServer(database, (client) => client.query(`create role ${stranger} login password 'made-up'`));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await onServer(database, (client) => client.query(`drop role ${stranger}`));
  await test.close();
});

const post = () => test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
const readyz = async () => (await test.app.inject("/readyz")).statusCode;

describe.each(["pg_advisory_lock", "pg_advisory_lock_shared"])("while a role that may only connect has %s", (take) => {
  beforeEach(async () => {
    const client = await connect(stranger);
    for (const key of advisoryLocks) await client.query(`select ${take}(${key})`);
  });

  it("inquiries, signing in, channels, Hide all, the clean-up and a backup's turn go on", async () => {
    const began = performance.now();
    expect((await post()).statusCode).toBe(201);
    const cookie = await test.signIn();
    const passwordHash = await createPasswords({ maxConcurrentChecks: 1, queue: 1 }).hash(owner.password);
    await test.store.members.insert({ id: "asha", email: owner.email, passwordHash, role: "owner" }, test.clock.now());
    const signedIn = await test.app.inject({ method: "POST", url: "/api/session", payload: owner });
    expect(signedIn.statusCode, signedIn.body).toBe(200);
    const headers = { cookie };
    const channel = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" };
    const added = await test.app.inject({ method: "POST", url: "/api/contacts", payload: channel, headers });
    expect(added.statusCode, added.body).toBe(201);
    const hidden = { hidden: true };
    const hide = await test.app.inject({ method: "PUT", url: "/api/contacts/hidden", payload: hidden, headers });
    expect(hide.statusCode, hide.body).toBeLessThan(300);
    expect((await test.services.channels.channelList()).list.hidden).not.toBeNull();
    expect(await test.store.onlyHere("cleanUp", () => Promise.resolve())).toBe(true);
    const turn = { after: undefined, now: 1 };
    expect(await takeBackupTurn(database, turn, () => Promise.resolve("mine"))).toBe("mine");
    expect(await readyz()).toBe(200);
    // Nothing waited for a time limit.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it("instances still take turns", async () => {
    const other = await openPostgres({ url: database, connections: 2, isMigrated: true });
    let inside = 0;
    const overlaps: number[] = [];
    const turn = (db: typeof test.db) =>
      db.transaction().execute(async () => {
        overlaps.push((inside += 1));
        await new Promise((resolve) => void setTimeout(resolve, 20));
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 10 }, (_, place) => turn(place % 2 === 0 ? other.db : test.db)));
    expect(overlaps).toEqual(Array(10).fill(1));
    await other.db.destroy();
  });

  it("instances start, together, on the store and on an empty database", async () => {
    const start = (at: string) => openStore({ dataDir: "unused", database: { url: at, connections: 3 } });
    await (await start(database)).close();
    const name = `empty_${randomUUID().replaceAll("-", "")}`;
    await onServer(database, (client) => client.query(`create database ${name}`));
    const foreign = new Client({
      connectionString: Object.assign(new URL(`${url}/${name}`), { username: stranger, password: "made-up" }).href,
    });
    await foreign.connect();
    for (const key of advisoryLocks) await foreign.query(`select ${take}(${key})`);
    const stores = await Promise.all([1, 2, 3].map(() => start(`${url}/${name}`)));
    expect(stores.filter(({ wasUpgraded }) => wasUpgraded)).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
    await foreign.end();
  });
});

it("a role that may only connect, or read, cannot take the locks themselves", async () => {
  const client = await connect(stranger);
  const tables = ["lock_migrating", "lock_turn", "lock_order", "lock_clean_up", "lock_backup", "lock_retention"];
  for (const may of ["connect", "read"]) {
    if (may === "read")
      for (const table of tables) await sql`grant select on ${sql.ref(table)} to ${sql.ref(stranger)}`.execute(test.db);
    for (const table of tables) {
      const modes = ["share update exclusive", "share", "exclusive", "access exclusive", "row exclusive"];
      for (const mode of modes) {
        const locking = client.query(`begin; lock table ${table} in ${mode} mode`);
        await expect(locking, `${may}: ${table} in ${mode} mode`).rejects.toMatchObject({ code: "42501" });
        await client.query("rollback");
      }
      await expect(client.query(`select * from ${table} for key share`)).rejects.toMatchObject({ code: "42501" });
    }
  }
  // A read that stays open stops nothing.
  await client.query(`begin; select from lock_turn; select from lock_order; select from lock_clean_up`);
  expect((await post()).statusCode).toBe(201);
  expect(await test.store.onlyHere("cleanUp", () => Promise.resolve())).toBe(true);
  await client.query("rollback");
  for (const table of tables) await sql`revoke all on ${sql.ref(table)} from ${sql.ref(stranger)}`.execute(test.db);
});

describe("beside an instance of 0.2.x, which takes only the advisory locks", () => {
  it("each waits for the other", async () => {
    const earlier = await connect();
    for (const [number, write] of [
      [2, () => test.db.transaction().execute(() => Promise.resolve("done"))],
      [3, () => post().then(() => "done")],
    ] as const) {
      await earlier.query(`begin; select pg_advisory_xact_lock(1717855603, ${number})`);
      let isDone = false;
      const writing = write().finally(() => (isDone = true));
      // Longer than the wait after which it looks again who holds the lock.
      await new Promise((resolve) => void setTimeout(resolve, 1500));
      expect(isDone).toBe(false);
      await earlier.query("commit");
      expect(await writing).toBe("done");
    }
    await test.db.transaction().execute(async () => {
      const tried = await earlier.query<{ ok: boolean }>(`select pg_try_advisory_xact_lock(1717855603, 2) as ok`);
      expect(tried.rows).toEqual([{ ok: false }]);
    });
    await test.store.onlyHere("cleanUp", async () => {
      const tried = await earlier.query<{ ok: boolean }>(`select pg_try_advisory_xact_lock(1717855603, 4) as ok`);
      expect(tried.rows).toEqual([{ ok: false }]);
    });
    await earlier.query("select pg_advisory_lock(1717855603, 4)");
    expect(await test.store.onlyHere("cleanUp", () => Promise.resolve())).toBe(false);
  });

  it("one that connects while we wait is waited for, too", async () => {
    const earlier = await connect();
    await earlier.query("select pg_advisory_lock(1717855603, 2)");
    let isDone = false;
    const writing = test.db
      .transaction()
      .execute(() => Promise.resolve("done"))
      .finally(() => (isDone = true));
    await new Promise((resolve) => void setTimeout(resolve, 300));
    const later = await connect();
    const taking = later.query("select pg_advisory_lock(1717855603, 2)");
    // We look again and queue behind it.
    await new Promise((resolve) => void setTimeout(resolve, 1200));
    await earlier.query("select pg_advisory_unlock(1717855603, 2)");
    await taking;
    await new Promise((resolve) => void setTimeout(resolve, 1500));
    expect(isDone).toBe(false);
    await later.query("select pg_advisory_unlock(1717855603, 2)");
    expect(await writing).toBe("done");
  });

  it("a stranger who takes the lock while we wait for it delays us by a second", async () => {
    const earlier = await connect();
    const foreign = await connect(stranger);
    await earlier.query("select pg_advisory_lock(1717855603, 2)");
    const { rows } = await foreign.query("select pg_backend_pid() as pid");
    const taking = foreign.query("select pg_advisory_lock(1717855603, 2)");
    // Other databases of this server have locks of their own.
    const waiting = "select from pg_locks where locktype = 'advisory' and not granted and pid = $1";
    await vi.waitFor(async () => expect((await earlier.query(waiting, [rows[0].pid])).rowCount).toBe(1));
    const writing = test.db.transaction().execute(() => Promise.resolve("done"));
    await new Promise((resolve) => void setTimeout(resolve, 200));
    await earlier.query("select pg_advisory_unlock(1717855603, 2)");
    await taking;
    const began = performance.now();
    expect(await writing).toBe("done");
    expect(performance.now() - began).toBeLessThan(4000);
  });
});

it.each(["lock_turn", "lock_order"])("is not ready while one of ours holds %s for long", async (table) => {
  const client = await connect();
  await client.query(`begin; lock table ${table} in exclusive mode`);
  expect(await readyz()).toBe(503);
  await client.query("rollback");
  expect(await readyz()).toBe(200);
});
