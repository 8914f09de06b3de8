import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ExportLine } from "#contract/export-lines.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { createStore, type Store } from "../../open-store.ts";
import { readHere } from "../../query-thread/slow-queries.ts";
import { runProgram, startServer } from "../../testing-program.ts";
import { type Replica, ReplicaError } from "../replica.ts";
import { StoreUnavailableError } from "../store-unavailable.ts";
import { newInquiry } from "../testing.ts";
import { openPostgres } from "./open.ts";
import { createReplica, type ReplicaLimits } from "./replica.ts";
import { onServer, startPostgres } from "./testing-server.ts";

/** A standby needs the log since its copy began. */
const keepsLog = ["wal_keep_size=1GB"];
/** Short, so that a test waits no minute; long enough for a machine with other work. */
const limits: ReplicaLimits = { behind: 6000, mark: 2000, wait: 1500, retry: 200 };

let server: Awaited<ReturnType<typeof startPostgres>>;
let standby: Awaited<ReturnType<typeof server.addStandby>>;
let primary: Awaited<ReturnType<typeof openPostgres>>;
const open = new Set<Replica>();

beforeAll(async () => {
  server = await startPostgres(keepsLog);
  await onServer(`${server.url}/postgres`, (client) => client.query("create database desk"));
  primary = await openPostgres({ url: `${server.url}/desk`, connections: 4 });
  standby = await server.addStandby();
}, 60_000);
afterEach(async () => {
  await resume();
  for (const replica of open) await replica.close();
  open.clear();
});
afterAll(async () => {
  await primary.db.destroy();
  await server.stop();
});

/** A replica at an address, and what it logs. */
function replicaAt(url: string, more: Partial<ReplicaLimits> = {}) {
  const replica = createReplica({ primary: primary.db, url, name: "front-desk", limits: { ...limits, ...more } });
  const log = { info: vi.fn(), warn: vi.fn() };
  replica.logTo(log);
  open.add(replica);
  return { replica, log };
}

/** A store whose replica is that at the address. */
function storeOn(replica: Replica): Store {
  const { db, engine } = primary;
  const slow = readHere(db, engine, replica);
  return createStore(db, engine, slow, undefined, undefined, undefined, null, replica);
}

const there = () => `${standby.url}/desk`;
const onStandby = (statement: string) => onServer(there(), (client) => client.query(statement));
const pause = async () => {
  await onStandby("select pg_wal_replay_pause()");
  await expect
    .poll(async () => (await onStandby("select pg_get_wal_replay_pause_state() as is")).rows)
    .toEqual([{ is: "paused" }]);
};
const resume = () => onStandby("select pg_wal_replay_resume()");

/** Returns the server that a read is run on. */
const placeOf = (replica: Replica) =>
  replica.read(async (db) => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
    return rows[0]?.is === true ? "replica" : "primary";
  });

const insert = (store: Store) => {
  const inquiry = newInquiry(goodInquiry);
  return store.inquiries.insert(inquiry, [], Date.now()).then(() => inquiry);
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

it("reports are read from the replica, and the inbox from the primary", async () => {
  const { replica, log } = replicaAt(there());
  const store = storeOn(replica);
  await insert(store);
  const before = sum(await store.reports.openSince([0]));
  expect(before).toBeGreaterThan(0);
  await pause();
  const { id } = await insert(store);
  expect(sum(await store.reports.openSince([0]))).toBe(before);
  expect((await store.inbox.list({}, { limit: 1 })).rows[0]?.id).toBe(id);
  await resume();
  await expect.poll(async () => sum(await store.reports.openSince([0]))).toBe(before + 1);
  expect(log.warn).not.toHaveBeenCalled();
});

it("a report has the sums that this program or another one has just added", async () => {
  const { replica, log } = replicaAt(there());
  const [own, other] = [storeOn(replica), storeOn(replicaAt(there()).replica)];
  const none = { inquiry: 0, entry: 0, event: 0, outcome: 0 };
  const day = "2026-01-01";
  const one = { day, hour: 1, what: "received", detail: "message", class: 0, count: 1 } as const;
  for (const [place, adding] of [own, other, own].entries()) {
    await own.reports.sums(day, day, ["day"]);
    await pause();
    const from = (await adding.reports.position()) ?? none;
    expect(await adding.reports.add(from, [one], { ...from, inquiry: from.inquiry + 1 })).toBe(true);
    await own.reports.position();
    expect(await own.reports.sums(day, day, ["day"])).toMatchObject([{ key: day, count: place + 1 }]);
    await resume();
    await expect.poll(() => placeOf(replica)).toBe("replica");
  }
  // That is no outage.
  expect(log.warn).not.toHaveBeenCalled();
});

it("an export has nothing that was erased before it began", async () => {
  const store = storeOn(replicaAt(there()).replica);
  const { id } = await insert(store);
  const exported = async () => {
    const lines: ExportLine[] = [];
    for await (const line of store.exports.lines()) lines.push(line);
    return lines.some((line) => line.kind === "inquiry" && line.id === id);
  };
  expect(await exported()).toBe(true);
  await pause();
  const { number } = await primary.db
    .selectFrom("inquiry")
    .select("number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await store.inquiries.erase([number], "request", Date.now());
  expect(await exported()).toBe(false);
  await resume();
});

it("a read gets the age of the newest mark on the replica: the rows may be that old", async () => {
  const { replica } = replicaAt(there());
  const behind = () => replica.read((_db, ms) => Promise.resolve(ms));
  await behind();
  await pause();
  await new Promise((resolve) => void setTimeout(resolve, 2000));
  expect(await behind()).toBeGreaterThanOrEqual(2000);
  await resume();
  await expect.poll(behind).toBeLessThan(limits.mark + 500);
});

it("a replica that is too far behind is not read until it follows again, which is logged once", async () => {
  const { replica, log } = replicaAt(there());
  expect(await placeOf(replica)).toBe("replica");
  await pause();
  await expect.poll(() => placeOf(replica), { timeout: 15_000 }).toBe("primary");
  await expect.poll(() => replica.check(), { timeout: 5000 }).toBeInstanceOf(ReplicaError);
  expect(await placeOf(replica)).toBe("primary");
  expect(log.warn.mock.calls).toEqual([
    [
      { why: "it is more than 6 s behind, or does not follow the primary" },
      "reports are read from the primary: the replica cannot be read",
    ],
  ]);
  await resume();
  await expect.poll(() => placeOf(replica), { timeout: 5000 }).toBe("replica");
  expect(await replica.check()).toBeNull();
  expect(log.info).toHaveBeenCalledExactlyOnceWith("reports are read from the replica again");
}, 40_000);

it("an idle primary makes the replica no older", async () => {
  const { replica, log } = replicaAt(there(), { behind: 1000, mark: 200 });
  expect(await placeOf(replica)).toBe("replica");
  await new Promise((resolve) => void setTimeout(resolve, 1500));
  expect(await placeOf(replica)).toBe("replica");
  expect(log.warn).not.toHaveBeenCalled();
});

it("a read whose statement or transaction ends by what is replayed is run again on the primary", async () => {
  const impatient = await server.addStandby(["max_standby_streaming_delay=0"]);
  const { replica, log } = replicaAt(`${impatient.url}/desk`);
  const store = storeOn(replica);
  const isOver = () =>
    onServer(`${impatient.url}/postgres`, async (client) => {
      const held = await client.query(
        "select from pg_stat_activity where datname = 'desk' and backend_xmin is not null",
      );
      return held.rowCount === 0;
    });
  /** Removes rows that a snapshot on the replica can see. */
  async function remove(): Promise<void> {
    await insert(store);
    await primary.db.deleteFrom("inquiry").execute();
    await onServer(`${server.url}/desk`, (client) => client.query("vacuum (index_cleanup on) inquiry"));
  }
  for (const what of ["statement", "transaction"]) {
    await expect.poll(() => placeOf(replica)).toBe("replica");
    const places: string[] = [];
    const read = await replica.read(async (db) => {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is,
        (select count(*) from inquiry)`.execute(db);
      places.push(rows[0]?.is === true ? "replica" : "primary");
      if (rows[0]?.is !== true) return "read";
      if (what === "statement") await Promise.all([sql`select pg_sleep(20)`.execute(db), remove()]);
      await remove();
      await expect.poll(isOver, { timeout: 5000 }).toBe(true);
      await sql`select count(*) from inquiry`.execute(db);
      return "read what is gone";
    });
    expect(read).toBe("read");
    expect(places).toEqual(["replica", "primary"]);
  }
  expect(log.warn).not.toHaveBeenCalled();
}, 40_000);

it("a query that takes too long is not run a second time", async () => {
  const { replica } = replicaAt(there());
  const run = vi.fn(async (db: Parameters<Parameters<Replica["read"]>[0]>[0]) => {
    await sql`set local statement_timeout = 100`.execute(db);
    await sql`select pg_sleep(5)`.execute(db);
  });
  await expect(replica.read(run)).rejects.toThrow(StoreUnavailableError);
  expect(run).toHaveBeenCalledOnce();
});

it("a read does not wait for a connection to the replica", async () => {
  const { replica, log } = replicaAt(there());
  expect(await placeOf(replica)).toBe("replica");
  const all = Array.from({ length: 8 }, () =>
    replica.read(async (db) => {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is, pg_sleep(1)`.execute(db);
      return rows[0]?.is === true;
    }),
  );
  expect((await Promise.all(all)).filter(Boolean)).toHaveLength(3);
  expect(await placeOf(replica)).toBe("replica");
  expect(log.warn).not.toHaveBeenCalled();
});

it.each(["", "[]", '{"count":"x","marks":[null,5,{"id":7}]}', '{"count":3,"marks":{}}'])(
  "a damaged row of marks, %s, is replaced",
  async (value) => {
    const { replica, log } = replicaAt(there());
    await primary.db.updateTable("setting").set({ value }).where("name", "=", "replica marks").execute();
    expect(await placeOf(replica)).toBe("replica");
    expect(log.warn).not.toHaveBeenCalled();
  },
);

const secret = () => new URL(server.url).password;

it.each<[string, () => string | Promise<string>, string, boolean]>([
  ["nothing listens there", () => `postgres://desk:${secret()}@127.0.0.1:1/desk`, "ECONNREFUSED", false],
  ["the password is wrong", () => there().replace(secret(), "Qxzwyvqjkx"), "password authentication failed", false],
  ["it is the primary itself", () => `${server.url}/desk`, "it leads to the primary itself", false],
  ["it is another database of the same server", () => `${standby.url}/postgres`, "of another store", true],
])("if %s, the primary is read, and no secret is logged", async (_what, url, why, isFinal) => {
  const { replica, log } = replicaAt(await url());
  const problem = await replica.check();
  expect(problem?.message).toContain(why);
  expect(problem instanceof ReplicaError && problem.isFinal).toBe(isFinal);
  expect(await placeOf(replica)).toBe("primary");
  expect(log.warn).toHaveBeenCalledOnce();
  const logged = JSON.stringify([log.warn.mock.calls, problem?.message, problem?.stack]);
  for (const word of [secret(), "Qxzwyvqjkx"]) expect(logged).not.toContain(word);
});

it("a standby of another store, a second primary, and a copy that follows no more are not read", async () => {
  const foreign = await startPostgres(keepsLog);
  try {
    await onServer(`${foreign.url}/postgres`, (client) => client.query("create database desk"));
    const store = await openPostgres({ url: `${foreign.url}/desk`, connections: 1 });
    await store.db.destroy();
    const other = replicaAt(`${(await foreign.addStandby()).url}/desk`);
    expect(await other.replica.check()).toMatchObject({
      isFinal: true,
      message: "the database there is of another store",
    });
    expect(await placeOf(other.replica)).toBe("primary");
  } finally {
    await foreign.stop();
  }
  const copy = await server.addStandby();
  await onServer(`${copy.url}/postgres`, async (client) => {
    await client.query("alter system set primary_conninfo = ''");
    await client.query("select pg_reload_conf()");
    const receivers = () => client.query("select from pg_stat_wal_receiver");
    await expect.poll(async () => (await receivers()).rowCount).toBe(0);
  });
  const frozen = replicaAt(`${copy.url}/desk`);
  // What it has got is younger or older than a minute, by how long the tests before this one took.
  const message = expect.stringMatching(/behind|latest changes/);
  expect(await frozen.replica.check()).toMatchObject({ isFinal: false, message });
  expect(await placeOf(frozen.replica)).toBe("primary");
  await onServer(`${copy.url}/postgres`, (client) => client.query("select pg_promote(true, 60)"));
  const second = replicaAt(`${copy.url}/desk`);
  expect(await second.replica.check()).toMatchObject({ isFinal: true, message: expect.stringContaining("no standby") });
  expect(await placeOf(second.replica)).toBe("primary");
}, 60_000);

it("without its replica reports come from the primary, also while it accepts connections and says nothing", async () => {
  const copy = await server.addStandby();
  const { replica, log } = replicaAt(`${copy.url}/desk`, { retry: 0 });
  await expect.poll(() => placeOf(replica), { timeout: 10_000 }).toBe("replica");
  // Its connections stay, and so does the port.
  await onServer(`${copy.url}/desk`, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where datname = 'desk'");
    const pids = [...rows.map(({ pid }) => pid), copy.child.pid ?? 0];
    for (const pid of pids) if (pid !== process.pid) process.kill(pid, "SIGSTOP");
    const began = performance.now();
    expect(await placeOf(replica)).toBe("primary");
    expect(performance.now() - began).toBeLessThan(6000);
    expect(log.warn).toHaveBeenCalledOnce();
    for (const pid of pids) process.kill(pid, "SIGCONT");
  });
  copy.child.kill("SIGQUIT");
  await copy.exited;
  expect(await placeOf(replica)).toBe("primary");
}, 60_000);

describe("the program", () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), "front-desk-replica-"));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));
  const env = () => ({ DATABASE_URL: `${server.url}/desk`, LOG_LEVEL: "warn" });

  it.each<[string, () => string, string]>([
    ["of another store", () => `${standby.url}/postgres`, "the database there is of another store"],
    [
      "that refuses the password",
      () => there().replace(secret(), "wrong"),
      "the server refuses the user or the password",
    ],
    ["that is not there", () => there().replace(/\/desk$/, "/nowhere"), "there is no database of this name"],
  ])("does not start with a replica %s, and says why", async (_what, address, why) => {
    const { ended } = runProgram("main", { cwd, env: { ...env(), PORT: "0", DATABASE_READ_URL: address() } });
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATABASE_READ_URL: /m);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain(secret());
  });

  it("starts without its replica, says so once, and has it in the metrics", async () => {
    const copy = await server.addStandby();
    const read = async (origin: string) => {
      const { headers } = { headers: { authorization: "Bearer a-token-of-the-tests" } };
      const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
      return /^front_desk_replica_up (\d)$/m.exec(metrics)?.[1];
    };
    const settings = { ...env(), METRICS_TOKEN: "a-token-of-the-tests", DATABASE_READ_URL: `${copy.url}/desk` };
    const started = await startServer({ cwd, env: settings });
    await expect.poll(() => read(started.origin)).toBe("1");
    started.signal("SIGTERM");
    expect(await started.ended).toMatchObject({ stderr: "", code: 0 });
    copy.child.kill("SIGQUIT");
    await copy.exited;
    const alone = await startServer({ cwd, env: settings });
    for (let times = 0; times < 3; times += 1) expect(await read(alone.origin)).toBe("0");
    alone.signal("SIGTERM");
    const { code, stdout, stderr } = await alone.ended;
    expect(code).toBe(0);
    expect((stdout + stderr).match(/the replica cannot be read/g)).toHaveLength(1);
    expect(stdout + stderr).not.toContain(secret());
  }, 60_000);
});
