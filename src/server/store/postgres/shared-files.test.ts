import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { S3mini } from "s3mini";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { hour } from "#domain/time/durations.ts";
import { onUnreadableRow, type UnreadableRow } from "#server/lib/stored-rows.ts";
import { useFaultyS3 } from "#server/lib/s3/testing-server.ts";
import { openStore, type Store } from "#server/open-store.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { ConfigError } from "../../lib/errors.ts";
import { checkNameStart } from "../files/file-store.ts";
import { type FilesPlace, placeVariable } from "../files/files-place.ts";
import { wholeOf } from "../files/stored-files.ts";
import { FilesUnavailableError } from "../store-unavailable.ts";
import { newInquiry } from "../testing.ts";
import { instanceNames } from "./pool.ts";
import { onServer } from "./testing-server.ts";

// The S3 server may have to be installed first.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const { url } = inject("postgres");
const server = useFaultyS3();

let cwd: string;
let database: string;
let s3: S3mini;
let bucket: Extract<FilesPlace, { kind: "bucket" }>;
let opened: Store[];
let count = 0;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-shared-"));
  database = await newDatabase();
  count += 1;
  s3 = await server.create(`shared-${count}`);
  bucket = {
    kind: "bucket",
    bucket: {
      endpoint: server.endpoint,
      bucket: `shared-${count}`,
      prefix: "",
      region: "us-east-1",
      accessKeyId: server.accessKeyId,
      secretAccessKey: server.secretAccessKey,
    },
  };
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  rmSync(cwd, { recursive: true });
});

async function newDatabase(): Promise<string> {
  const name = `files_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  return `${url}/${name}`;
}

async function open(files?: FilesPlace, at = database): Promise<Store> {
  const store = await openStore({ dataDir: cwd, database: { url: at, connections: 4 }, files });
  opened.push(store);
  return store;
}

async function close(store: Store): Promise<void> {
  opened = opened.filter((one) => one !== store);
  await store.close();
}

const pdf = (bytes: Buffer) => ({ type: "application/pdf" as const, width: null, height: null, bytes });

async function send(store: Store, ...contents: Buffer[]) {
  const inquiry = newInquiry(goodInquiry, { attachments: contents.map(pdf) });
  expect(await store.inquiries.insert(inquiry, [], Date.now())).toBe("kept");
  const sent = (await store.attachments.of(inquiry.id)).get(inquiry.id) ?? [];
  return { id: inquiry.id, ids: sent.map(({ id }) => id) };
}

async function content(store: Store, id = "") {
  const found = await store.attachments.find(id);
  const pieces = found && (await store.attachments.content(found));
  return pieces && wholeOf(pieces);
}

const erase = async (store: Store, id: string) =>
  store.inquiries.erase(await store.inbox.numbersOf([id]), "team", Date.now());

const asked = <T extends object>(query: string) =>
  onServer(database, async (client) => (await client.query<T>(query)).rows);
const parts = async () => (await asked("select 1 from attachment_part")).length;
const erased = async () => (await asked("select 1 from erased_file")).length;
/** The names of the files in the bucket. */
const there = async () =>
  ((await s3.listObjects("/", "files/")) ?? [])
    .map(({ Key }) => Key.slice(6))
    .filter((key) => /^[\da-f]{32}$/.test(key));
const untilMoved = (store: Store) => store.files.moveOut({ until: Infinity });

describe("files of a PostgreSQL store in a bucket", () => {
  it("are named in the transaction of their inquiry, read from there, and erased with it", async () => {
    const store = await open(bucket);
    const contents = [randomBytes(100_000), randomBytes(10)];
    const { id, ids } = await send(store, ...contents);
    expect([(await there()).length, await parts()]).toEqual([2, 0]);
    expect([await content(store, ids[0]), await content(store, ids[1])]).toEqual(contents);
    const another = await open(bucket);
    expect(await content(another, ids[0])).toEqual(contents[0]);
    expect(await erase(store, id)).toBe(1);
    expect([await there(), await erased()]).toEqual([[], 0]);
  });

  it("are removed at a start, whatever has deleted their rows", async () => {
    const store = await open(bucket);
    await send(store, randomBytes(10), randomBytes(20));
    await onServer(database, (client) => client.query("delete from inquiry"));
    expect([(await there()).length, await erased()]).toEqual([2, 2]);
    await close(store);
    const again = await open(bucket);
    await again.files.removeErased();
    expect([await there(), await erased()]).toEqual([[], 0]);
  });

  it("that no row names are swept once they are old enough, and no others", async () => {
    const store = await open(bucket);
    const { ids } = await send(store, Buffer.from("kept"));
    await store.sharedFiles?.write([Buffer.from("an orphan")]);
    await s3.putObject("files/README", "none of ours");
    expect([await store.files.sweep(hour), (await there()).length]).toEqual([0, 2]);
    expect([await store.files.sweep(-hour), (await there()).length]).toEqual([1, 1]);
    expect(await content(store, ids[0])).toEqual(Buffer.from("kept"));
    expect(await (await s3.getObjectResponse("files/README"))?.text()).toBe("none of ours");
  });

  it("are those of a store that a restore has replaced, as long as that is there", async () => {
    const store = await open(bucket);
    const kept = await send(store, Buffer.from("kept"));
    const [name] = await there();
    await onServer(database, async (client) => {
      await client.query("create schema replaced_2026_01_02t03_04_05_006z");
      await client.query("create table replaced_2026_01_02t03_04_05_006z.attachment as select * from attachment");
      await client.query("delete from inquiry; delete from erased_file");
    });
    expect([await store.files.sweep(-hour), await there()]).toEqual([0, [name]]);
    expect(await store.purgeReplaced(Date.now())).toHaveLength(1);
    expect([await store.files.sweep(-hour), await there()]).toEqual([1, []]);
    expect(await store.attachments.find(kept.ids[0] ?? "")).toBeNull();
  });

  it("are moved out of the database, wherever a stop comes, and what is read meanwhile is whole", async () => {
    const contents = [randomBytes(300_000), randomBytes(100), randomBytes(48 * 1024 * 3)];
    const before = await open();
    const { ids } = await send(before, ...contents);
    expect([await parts(), await there(), await before.files.waiting()]).toEqual([11, [], 0]);
    await close(before);
    const store = await open(bucket);
    expect(await store.files.waiting()).toBe(3);
    const readers = ids.map((id) => store.files.read({ id, storedAs: null })[Symbol.asyncIterator]());
    const first = await Promise.all(readers.map(async (reader) => (await reader.next()).value as Buffer));
    const all = async () => Promise.all(ids.map((id) => content(store, id)));
    for (let stops = 0; stops < 3; stops += 1) {
      expect(await store.files.moveOut({ until: 0 })).toBe(false);
      expect(await all()).toEqual(contents);
    }
    await untilMoved(store);
    expect(await untilMoved(store)).toBe(true);
    expect([await all(), await parts(), (await there()).length]).toEqual([contents, 0, 3]);
    expect(await store.files.waiting()).toBe(0);
    for (const [at, reader] of readers.entries()) {
      const rest = await wholeOf({ [Symbol.asyncIterator]: () => reader });
      expect(Buffer.concat([first[at] ?? Buffer.alloc(0), rest])).toEqual(contents[at]);
    }
  });

  it("stay in the database while an instance is connected that could not read them", async () => {
    const store = await open(bucket);
    const older = new Client({ connectionString: database, application_name: instanceNames.withoutFiles });
    await older.connect();
    const content1 = randomBytes(100_000);
    const { ids } = await send(store, content1);
    expect([await parts(), await there(), await untilMoved(store)]).toEqual([3, [], false]);
    await older.end();
    await expect.poll(() => untilMoved(store)).toBe(true);
    expect([await parts(), (await there()).length]).toEqual([0, 1]);
    expect(await content(store, ids[0])).toEqual(content1);
    await send(store, randomBytes(10));
    expect([await parts(), (await there()).length]).toEqual([0, 2]);
  });

  it("are neither taken nor reported missing while the bucket is away, and messages without files come in", async () => {
    const store = await open(bucket);
    const { id, ids } = await send(store, Buffer.from("x"));
    const reported: UnreadableRow[] = [];
    const stop = onUnreadableRow((row) => void reported.push(row));
    server.fault = () => 503;
    const inquiry = newInquiry(goodInquiry, { attachments: [pdf(Buffer.from("y"))] });
    await expect(store.inquiries.insert(inquiry, [], 1)).rejects.toThrow(FilesUnavailableError);
    expect(await store.inquiries.count()).toBe(1);
    expect(await store.inquiries.insert(newInquiry(goodInquiry), [], 1)).toBe("kept");
    await expect(content(store, ids[0])).rejects.toThrow(/^FILES_S3_ENDPOINT: the server responds with 503/);
    const exported = async () => {
      const lines = [];
      for await (const line of store.exports.lines()) lines.push(line);
      return lines;
    };
    await expect(exported()).rejects.toThrow(FilesUnavailableError);
    expect(await erase(store, id)).toBe(1);
    expect(await erased()).toBe(1);
    server.fault = () => undefined;
    expect(await store.files.tryRemoving()).toBe(true);
    expect([await there(), await erased(), reported]).toEqual([[], 0, []]);
    stop();
  });

  it("that are missing or changed are reported, and never sent", async () => {
    const store = await open(bucket);
    const { ids } = await send(store, Buffer.from("one"), Buffer.from("two"), Buffer.from("three"));
    const names = await asked<{ name: string }>("select stored_as as name from attachment order by number");
    await s3.deleteObject(`files/${names[0]?.name}`);
    await s3.putObject(`files/${names[1]?.name}`, "tvo");
    let read = 0;
    server.fault = ({ url: path = "" }) => void (path.includes(String(names[2]?.name)) && (read += 1));
    const found = await Promise.all(ids.map((id) => content(store, id)));
    expect(found.map((bytes) => bytes?.toString() ?? null)).toEqual([null, null, "three"]);
    // The bytes that are sent are those that were compared.
    expect(read).toBe(1);
  });
});

describe("the place of the files", () => {
  const refusal = { bucket: /^FILES_S3_BUCKET: .*/, folder: /^FILES_SHARED: .*/ };
  const folder = (name: string): FilesPlace => ({ kind: "folder", path: join(cwd, name, "files") });

  it.each(["bucket", "folder"] as const)("that is a %s is of one store, and touched by no other", async (kind) => {
    const place = kind === "bucket" ? bucket : folder("shared");
    const store = await open(place);
    await store.sharedFiles?.check();
    const { ids } = await send(store, Buffer.from("x"));
    const stranger = await open(place, await newDatabase());
    await expect(stranger.sharedFiles?.check()).rejects.toThrow(refusal[kind]);
    await expect(stranger.sharedFiles?.check()).rejects.toThrow("the files of another store");
    await expect(send(stranger, Buffer.from("y"))).rejects.toThrow(FilesUnavailableError);
    await expect(stranger.files.sweep(-hour)).rejects.toThrow(FilesUnavailableError);
    expect(await content(store, ids[0])).toEqual(Buffer.from("x"));
  });

  it.each(["bucket", "folder"] as const)("stays the %s in which the files are", async (kind) => {
    const place = kind === "bucket" ? bucket : folder("shared");
    const store = await open(place);
    // Nothing is there yet.
    await (await open(folder("before"))).sharedFiles?.check();
    await send(store, Buffer.from("x"));
    for (const other of [folder("other"), { ...bucket, bucket: { ...bucket.bucket, prefix: "other/" } }]) {
      const elsewhere = await open(other);
      await expect(elsewhere.sharedFiles?.check()).rejects.toThrow(ConfigError);
      await expect(elsewhere.sharedFiles?.check()).rejects.toThrow("the files of this store are not in");
      expect(await store.files.sweep(-hour)).toBe(0);
    }
    expect(existsSync(join(cwd, "other"))).toBe(false);
    const none = await open();
    expect(await none.hasFilesOutside()).toBe(true);
    const file = (await asked<{ id: string }>("select id from attachment"))[0];
    await expect(content(none, file?.id)).rejects.toThrow(placeVariable[kind]);
  });

  it("that is a folder has the files of all who share it", async () => {
    const [one, two] = [await open(folder("shared")), await open(folder("shared"))];
    const { id, ids } = await send(one, Buffer.from("x"));
    expect(await content(two, ids[0])).toEqual(Buffer.from("x"));
    expect(await erase(two, id)).toBe(1);
    const left = readdirSync(join(cwd, "shared/files"), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([".store"]);
  });

  it.each([
    ["another secret", { secretAccessKey: "another" }, /^FILES_S3_ACCESS_KEY_ID: the server refuses the key/],
    ["no such bucket", { bucket: "no-such-bucket" }, /^FILES_S3_BUCKET: there is no such bucket/],
  ])("is checked: %s is no fault that passes", async (_what, change, message) => {
    const store = await open({ kind: "bucket", bucket: { ...bucket.bucket, ...change } });
    const error: unknown = await store.sharedFiles?.check().catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(FilesUnavailableError);
    expect(String(error).replace(/^\w+: /, "")).toMatch(message);
  });

  it("is checked: a server that is away may come back", async () => {
    const store = await open(bucket);
    server.fault = () => "cut";
    await expect(store.sharedFiles?.check()).rejects.toThrow(FilesUnavailableError);
    server.fault = () => undefined;
    expect(await store.sharedFiles?.check()).toBe(true);
    expect(await there()).toEqual([]);
  });

  it("is checked by a file that its name tells from others, and that is swept if a kill leaves it", async () => {
    const store = await open(bucket);
    let written = "";
    server.fault = ({ method, url: path = "" }) => {
      if (method === "PUT" && !path.endsWith(".json")) written = path;
      return method === "DELETE" ? "cut" : undefined;
    };
    await expect(store.sharedFiles?.check()).rejects.toThrow(FilesUnavailableError);
    expect(written).toContain(`/files/${checkNameStart}`);
    server.fault = () => undefined;
    expect(await there()).toEqual([written.split("/").at(-1)]);
    expect([await store.files.sweep(-hour), await there()]).toEqual([1, []]);
  });

  it("is left alone by a copy of the database, until the original is silent for a day", async () => {
    const store = await open(bucket);
    const { id, ids } = await send(store, Buffer.from("x"));
    await close(store);
    const name = `copy_${randomUUID().replaceAll("-", "")}`;
    await onServer(`${url}/postgres`, (client) =>
      client.query(`create database ${name} template ${new URL(database).pathname.slice(1)}`),
    );
    const original = await open(bucket);
    await send(original, Buffer.from("written since"));
    const copy = await open(bucket, `${url}/${name}`);
    expect(await copy.sharedFiles?.check()).toBe(false);
    expect(await content(copy, ids[0])).toEqual(Buffer.from("x"));
    expect([await copy.files.sweep(-hour), await untilMoved(copy), (await there()).length]).toEqual([0, false, 2]);
    const kept = await send(copy, Buffer.from("in the database"));
    expect(await content(copy, kept.ids[0])).toEqual(Buffer.from("in the database"));
    expect(await erase(copy, id)).toBe(1);
    expect([await copy.files.tryRemoving(), (await there()).length]).toEqual([false, 2]);
    expect(await content(original, ids[0])).toEqual(Buffer.from("x"));
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 25 * hour);
    expect(await original.sharedFiles?.check()).toBe(true);
    expect(await copy.sharedFiles?.check()).toBe(false);
    vi.mocked(Date.now).mockReturnValue(Date.now() + 25 * hour);
    expect(await copy.sharedFiles?.check()).toBe(true);
    expect(await original.sharedFiles?.check()).toBe(false);
    vi.restoreAllMocks();
  });

  it("taken over from a database that is silent keeps what is older, until an operator says that it is gone", async () => {
    const before = await open(bucket);
    const { id } = await send(before, Buffer.from("of both"));
    await send(before, Buffer.from("of both as well"));
    await before.sharedFiles?.write([Buffer.from("added by the other since")]);
    const mark = JSON.parse((await s3.getObject("files/store.json")) ?? "");
    await close(before);
    await s3.putObject("files/store.json", JSON.stringify({ ...mark, database: "another", at: 1 }));
    // Ages are in whole seconds.
    await sleep(2100);
    const store = await open(bucket);
    expect(await store.sharedFiles?.check()).toBe(true);
    expect(await store.sharedFiles?.takenOverAt()).toBeGreaterThan(Date.now() - 60_000);
    expect(await erase(store, id)).toBe(1);
    expect([await store.files.sweep(-hour), (await there()).length, await erased()]).toEqual([0, 3, 1]);
    await sleep(1100);
    const own = await send(store, Buffer.from("written since"));
    await store.sharedFiles?.write([Buffer.from("an orphan")]);
    expect([await store.files.sweep(-hour), (await there()).length]).toEqual([1, 4]);
    expect(await erase(store, own.id)).toBe(1);
    expect([await store.files.tryRemoving(), (await there()).length, await erased()]).toEqual([false, 3, 1]);
    await close(store);
    await s3.putObject("files/store.json", JSON.stringify({ store: mark.store, database: "", at: 0 }));
    const alone = await open(bucket);
    expect([await alone.files.tryRemoving(), await erased()]).toEqual([true, 0]);
    expect([await alone.files.sweep(-hour), (await there()).length]).toEqual([1, 1]);
  });

  it.each([
    ["42501", true],
    ["58030", false],
  ])("is known by the database server's identifier, unless that may not be read (%s)", async (code, isKnown) => {
    const [, name = ""] = new URL(database).pathname.split("/");
    await onServer(database, async (client) => {
      await client.query(`create function pg_control_system() returns table (system_identifier bigint)
        language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$`);
      await client.query(`alter database ${name} set search_path to public, pg_catalog`);
    });
    const checked = (await open(bucket)).sharedFiles?.check();
    await (isKnown ? expect(checked).resolves.toBe(true) : expect(checked).rejects.toThrow("no"));
  });

  it("has what is erased removed by one run at a time, and all of it once that is over", async () => {
    const store = await open(bucket);
    await send(store, ...Array.from({ length: 5 }, () => randomBytes(10)));
    await onServer(database, (client) => client.query("delete from inquiry"));
    let removals = 0;
    server.fault = ({ method }) => void (method === "DELETE" && (removals += 1));
    const runs = await Promise.all(Array.from({ length: 20 }, () => store.files.removeErased()));
    expect([new Set(runs), removals, await there()]).toEqual([new Set([true]), 5, []]);
  });
});
