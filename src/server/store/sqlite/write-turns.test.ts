import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { sqliteEngine } from "./engine.ts";
import { openSqlite } from "./open.ts";
import { createWriteTurns } from "./write-turns.ts";

let dir: string;
let db: Kysely<Database>;
let turns: ReturnType<typeof createWriteTurns>;
const threads: Worker[] = [];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-turns-"));
  turns = createWriteTurns();
  db = openSqlite(join(dir, "store.sqlite"), { turns });
  await migrate(db, sqliteEngine);
});
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
  await db.destroy();
  rmSync(dir, { recursive: true });
});

/** Starts another thread that holds a transaction, and then runs `end`; `exited` begins before the thread may exit. */
async function holdingThread(end: string): Promise<{ thread: Worker; exited: Promise<unknown> }> {
  const file = join(dir, `${threads.length}.mjs`);
  writeFileSync(
    file,
    `import { parentPort, workerData } from "node:worker_threads";
    import { DatabaseSync } from "node:sqlite";
    import { turnsOfThread } from ${JSON.stringify(join(import.meta.dirname, "write-turns.ts"))};
    const turns = turnsOfThread(workerData);
    const database = new DatabaseSync(${JSON.stringify(join(dir, "store.sqlite"))}, { timeout: 5000 });
    const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    await turns.enter();
    database.exec("begin immediate; insert into setting values ('theirs', '1')");
    parentPort.postMessage("holds");
    ${end}`,
  );
  const thread = new Worker(file, { workerData: turns.shared });
  threads.push(thread);
  const exited = once(thread, "exit");
  await once(thread, "message");
  return { thread, exited };
}

const write = (name: string) => db.insertInto("setting").values({ name, value: "1" }).execute();
const names = async () =>
  (await db.selectFrom("setting").select("name").orderBy("name").execute()).map((row) => row.name);
const commit = `database.exec("commit"); turns.leave();`;

it.each([
  ["a statement", () => write("ours")],
  [
    "a transaction",
    () =>
      db
        .transaction()
        .execute((transaction) => transaction.insertInto("setting").values({ name: "ours", value: "1" }).execute()),
  ],
])("%s waits for another thread's transaction, while the event loop goes on and reads", async (_what, run) => {
  await holdingThread(`while (!turns.isAwaited()) sleep(1); sleep(400); ${commit}`);
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  const reading = names();
  const writing = run();
  expect(await reading).toEqual([]);
  await writing;
  clearInterval(ticking);
  // SQLite's own wait would have stopped the event loop.
  expect(ticks).toBeGreaterThan(10);
  expect(await names()).toEqual(["ours", "theirs"]);
});

it("the event loop comes first: another thread begins nothing while it waits or writes", async () => {
  const { thread } = await holdingThread(
    `while (!turns.isAwaited()) sleep(1);
    ${commit}
    await turns.enter();
    parentPort.postMessage(database.prepare("select name from setting order by name").all().map((row) => row.name));
    turns.leave();`,
  );
  const [[seen]] = await Promise.all([once(thread, "message"), write("ours")]);
  expect(seen).toEqual(["ours", "theirs"]);
});

it("a thread that ends amid a transaction leaves nothing of it, and its turn", async () => {
  const { exited } = await holdingThread("process.exit(1);");
  await exited;
  turns.free();
  await write("ours");
  expect(await names()).toEqual(["ours"]);
  // A turn of the event loop is not ended.
  await turns.enter();
  turns.free();
  expect(turns.shared[0]).not.toBe(0);
  turns.leave();
});

it("what fails, in a transaction or at its end, leaves its turn", async () => {
  await expect(db.transaction().execute(() => Promise.reject(new Error("on purpose")))).rejects.toThrow("on purpose");
  expect(turns.shared[0]).toBe(0);
  const unfit = db.transaction().execute(async (transaction) => {
    await sql`create table one (id text primary key)`.execute(transaction);
    await sql`create table other (id text references one (id) deferrable initially deferred)`.execute(transaction);
    await transaction.withTables<{ other: { id: string } }>().insertInto("other").values({ id: "none" }).execute();
  });
  await expect(unfit).rejects.toThrow(/foreign key/i);
  expect(turns.shared[0]).toBe(0);
  await expect(
    db
      .insertInto("setting")
      .values({ name: "a", value: null as never })
      .execute(),
  ).rejects.toThrow(/null/i);
  expect(turns.shared[0]).toBe(0);
});
