import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type * as zlib from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createServices } from "../compose.ts";
import { createTestSigning } from "./testing.ts";
import { openSqlite } from "../store/sqlite/open.ts";
import { sqliteEngine } from "../store/sqlite/engine.ts";
import { createStore } from "../open-store.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import {
  createRandom,
  fingerprint,
  type Hoard,
  putRows,
  type Random,
  readRows,
  type Rows,
  thief,
  ways,
} from "./testing-tampering.ts";

// Use fast compression: the best one takes longer than the rest of this test.
vi.mock("node:zlib", async (original) => {
  const real = await original<typeof zlib>();
  const brotliCompress = (data: Buffer, _options: object, done: zlib.CompressCallback) =>
    real.brotliCompress(data, { params: { [real.constants.BROTLI_PARAM_QUALITY]: 0 } }, done);
  const gzip = (data: Buffer, _options: object, done: zlib.CompressCallback) => real.gzip(data, { level: 1 }, done);
  return { ...real, brotliCompress, gzip };
});
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const edits = 1000;
const seed = 20_261_121;
/** Places where visitors, apps and partners read the channels; the QR codes of the active ones are added below. */
const addresses = [
  "/",
  "/contact",
  "/contact?tab=community",
  "/contact.vcf",
  "/api/contacts/active",
  "/.well-known/official-channels.json",
];

/** Values that visitors verify: an official value, a former one, and the attacker's. */
const asked = ["@saffron_example", "+91 90000 00001", thief];

let folder: string;
let live: string;
let good: string;
let test: TestApp;
let hoard: Hoard;
/** The responses without tampering. */
let served: string[];

/** The program on a file with an edited list, and older copies of the rows. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-tampering-"));
  live = join(folder, "live.sqlite");
  good = join(folder, "good.sqlite");
  test = await createTestApp({ file: live, env: { PUBLIC_URL: "https://desk.example.com" } });
  const { channels } = test.services;
  const older: Rows[] = [rowsOf(live)];
  const keep = () => older.push(rowsOf(live));
  for (const number of [1, 2, 3]) {
    await channels.add({ type: "whatsapp", value: `+91 90000 0000${number}`, isActive: true, proof: `Desk ${number}` });
    keep();
  }
  await channels.add({ type: "telegram", value: "@saffron_example", isActive: true, proof: "" });
  keep();
  const ids = (await channels.list()).map(({ _id }) => _id);
  await channels.change({ id: ids[1] ?? "", fields: { isActive: false } });
  keep();
  await channels.reorder(ids.toReversed());
  keep();
  await channels.change({
    id: ids[0] ?? "",
    fields: { type: "whatsapp", value: "+91 90000 00004", isActive: true, proof: "जमा" },
  });
  const database = new DatabaseSync(live);
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
  copyFileSync(live, good);
  addresses.push(...(await channels.active()).channels.map(({ _id }) => `/qr/${_id}.svg`));
  served = await serve();
  const published = served[addresses.indexOf("/.well-known/official-channels.json")] ?? "";
  hoard = { now: rowsOf(live), older, published, stranger: await createTestSigning() };
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

/** Opens the file as an attacker does, without syncing. */
function openFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec("pragma synchronous = off");
  return database;
}

function rowsOf(file: string): Rows {
  const database = new DatabaseSync(file);
  try {
    return readRows(database);
  } finally {
    database.close();
  }
}

async function serve(): Promise<string[]> {
  const bodies: string[] = [];
  for (const url of addresses) {
    const response = await test.app.inject(url);
    expect(response.statusCode).toBe(200);
    bodies.push(response.body);
  }
  for (const text of asked) {
    const response = await test.app.inject({ method: "POST", url: "/api/verify", payload: { text } });
    expect(response.statusCode).toBe(200);
    bodies.push(response.body);
  }
  return bodies;
}

/** Starts a program on a file; returns its alarm and what visitors get. */
async function startOn(file: string) {
  const store = createStore(openSqlite(file), sqliteEngine);
  try {
    const services = await createServices(store, test.config, test.signing, test.clock.now);
    await services.channels.poll(true);
    const { alarm, list } = await services.channels.channelList();
    const { channels } = await services.channels.active();
    const { make } = await services.officialList.current();
    return { alarm, list, contacts: channels, official: await services.channels.official(), published: await make() };
  } finally {
    await store.close();
  }
}

/** Edits until the content of the file changes; returns the file. */
async function tamperedCopy(random: Random, name: string): Promise<string> {
  const way = ways[name];
  if (way === undefined) throw new Error(`there is no way ${name}`);
  const file = join(folder, "tampered.sqlite");
  for (let tries = 0; tries < 50; tries += 1) {
    for (const more of ["-wal", "-shm"]) rmSync(file + more, { force: true });
    copyFileSync(good, file);
    const database = openFile(file);
    try {
      const before = fingerprint(database);
      const edit = await way(random, hoard);
      edit(database);
      if (fingerprint(database) !== before) return file;
    } finally {
      database.close();
    }
  }
  throw new Error(`${name} changes nothing`);
}

it(`of ${edits} edits in the file each one is found, and none is ever shown`, async () => {
  const random = createRandom(seed);
  const names = Object.keys(ways);
  const untouched = await startOn(good);
  expect(untouched.alarm).toBeNull();
  const missed: string[] = [];
  const list = test.signing.kept.list;

  const liveFile = openFile(live);
  for (let count = 0; count < edits; count += 1) {
    const name = names[count % names.length] ?? "";
    const file = await tamperedCopy(random, name);
    // The running program: put the same rows into its own file.
    liveFile.exec(`attach '${file}' as other; begin`);
    liveFile.exec("delete from channel_book; delete from channel_change");
    liveFile.exec("insert into channel_book select * from other.channel_book");
    liveFile.exec("insert into channel_change select * from other.channel_change; commit; detach other");
    try {
      const before = await serve();
      const { alarm } = await test.services.channels.poll(true);
      if (alarm === null) missed.push(`${name} (running)`);
      const after = await serve();
      if (before.join() !== served.join() || after.join() !== served.join()) missed.push(`${name} is served`);
    } catch (error) {
      missed.push(`${name} (running): ${String(error)}`);
    }
    putRows(hoard.now)(liveFile);
    // A program started on the file.
    try {
      const { alarm, ...shown } = await startOn(file);
      const { alarm: _none, ...expected } = untouched;
      if (alarm === null) missed.push(`${name} (started)`);
      if (JSON.stringify(shown) !== JSON.stringify(expected)) missed.push(`${name} is shown after a start`);
    } catch (error) {
      missed.push(`${name} (started): ${String(error)}`);
    }
    if (test.signing.kept.list !== list) {
      missed.push(`${name} got into the last list`);
      test.signing.kept.list = list;
    }
    const healed = await test.services.channels.poll(true);
    if (healed.alarm !== null) missed.push(`${name} leaves an alarm behind`);
  }
  liveFile.close();
  expect([...new Set(missed)]).toEqual([]);
});

it("a flipped bit in the file itself is detected as well", async () => {
  const random = createRandom(seed);
  const bytes = readFileSync(good);
  const file = join(folder, "flipped.sqlite");
  const { alarm: _none, ...expected } = await startOn(good);
  const texts = [hoard.now.channelList[0]?.sealed ?? "", ...hoard.now.changes.map(({ entry }) => entry)];
  for (let count = 0; count < 60; count += 1) {
    const text = Buffer.from(random.pick(texts));
    const from = random.int(text.length - 24);
    const at = bytes.lastIndexOf(text.subarray(from, from + 24));
    // It crosses a page boundary, or is also in the audit log, such as the name of the key.
    if (at === -1 || bytes.indexOf(text.subarray(from, from + 24)) !== at) continue;
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(at + 12) ^ (1 << random.int(8)), at + 12);
    for (const more of ["-wal", "-shm"]) rmSync(file + more, { force: true });
    writeFileSync(file, flipped);
    const { alarm, ...shown } = await startOn(file);
    expect(alarm).not.toBeNull();
    expect(shown).toEqual(expected);
  }
});
