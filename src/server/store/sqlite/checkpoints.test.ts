import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase, type OpenDatabase, openSecond } from "../open-database.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { openForReading } from "./open.ts";
import { createWriteTurns } from "./write-turns.ts";

let dir: string;
let first: OpenDatabase;
let second: Awaited<ReturnType<typeof openSecond>>;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-checkpoints-"));
  first = await openDatabase({ dataDir: dir });
  second = await openSecond(dir, createWriteTurns());
});
afterEach(async () => {
  await second.close();
  await first.close();
  rmSync(dir, { recursive: true });
});

/** The pages in the log, and how many of them are in the file. */
async function log() {
  const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(noop)`.execute(second.db);
  return rows[0] ?? { log: 0, checkpointed: 0 };
}

let written = 0;
/** Writes at least so many pages. */
async function write(pages: number): Promise<void> {
  await second.db.transaction().execute(async (transaction) => {
    for (let at = 0; at < pages; at += 1)
      await transaction
        .insertInto("setting")
        .values({ name: `${(written += 1)}`, value: "x".repeat(4096) })
        .execute();
  });
}

const plenty = () => Promise.resolve(1e12);
const turns = createWriteTurns();

it("keeps the log short, and empties it at the end", async () => {
  const checkpoints = createCheckpoints(second.db, turns, plenty);
  let longest = 0;
  for (let round = 0; round < 12; round += 1) {
    await write(400);
    await checkpoints.emptyLong();
    longest = Math.max(longest, (await log()).log);
  }
  expect(longest).toBeGreaterThan(800);
  expect(longest).toBeLessThan(2200);
  await write(10);
  await checkpoints.empty();
  const { log: length, checkpointed } = await log();
  expect(checkpointed).toBe(length);
  expect(turns.shared[0]).toBe(0);
});

/** Does something while a transaction reads the store as it was. */
async function whileReading(work: () => Promise<void>): Promise<void> {
  const reading = openForReading(join(dir, "front-desk.sqlite"));
  await reading.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    await sql`select count(*) from setting`.execute(connection);
    await work();
    await sql`commit`.execute(connection);
  });
  await reading.destroy();
}

it("makes it longer in a large store, but not where the disk is nearly full", async () => {
  await write(6000);
  await createCheckpoints(second.db, turns, plenty).empty();
  await write(1200);
  await createCheckpoints(second.db, turns, plenty).emptyLong();
  expect((await log()).log).toBeGreaterThan(1200);
  await createCheckpoints(second.db, turns, () => Promise.resolve(1e6)).emptyLong();
  const { log: length, checkpointed } = await log();
  expect(checkpointed).toBe(length);
});

it("goes on while somebody reads, does not try each time, and lets the log begin anew afterwards", async () => {
  const checkpoints = createCheckpoints(second.db, turns, plenty);
  await whileReading(async () => {
    await write(1200);
    await checkpoints.emptyLong();
    await write(500);
    await checkpoints.emptyLong();
    const { log: length, checkpointed } = await log();
    expect(length).toBeGreaterThan(1700);
    expect(checkpointed).toBeLessThan(500);
  });
  await write(1200);
  await checkpoints.emptyLong();
  await write(10);
  expect((await log()).log).toBeLessThan(200);
});

it("has no room for more once the log is twice as long as it may be, until the reader has ended", async () => {
  await write(3000);
  await createCheckpoints(second.db, turns, plenty).empty();
  const checkpoints = createCheckpoints(second.db, turns, plenty);
  await whileReading(async () => {
    await write(1200);
    expect(await checkpoints.emptyLong()).toBe(true);
    await write(2000);
    expect(await checkpoints.emptyLong()).toBe(false);
  });
  expect(await checkpoints.emptyLong()).toBe(true);
  await write(10);
  expect((await log()).log).toBeLessThan(200);
});
