import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3mini } from "s3mini";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { missingProgram, provideProgram } from "../../../../scripts/programs/debian.js";
import { hour } from "#domain/time/durations.ts";
import { useFaultyS3 } from "#server/lib/s3/testing-server.ts";
import { openMigrated, openStore, type Store } from "#server/open-store.ts";
import { openSigning } from "#server/signing/create-signing.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { makeBackup } from "../../backup/make-backup.ts";
import { openPostgresBackup } from "../../backup/restore/restore-postgres.ts";
import type { FilesPlace } from "../files/files-place.ts";
import { wholeOf } from "../files/stored-files.ts";
import { newInquiry } from "../testing.ts";
import { transferStore } from "../transfer/transfer-store.ts";
import { onServer } from "./testing-server.ts";

// PostgreSQL's programs and the S3 server may have to be installed first.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 });

const { url } = inject("postgres");
const server = useFaultyS3();
beforeAll(async () => {
  for (const program of ["pg_dump", "pg_restore"])
    if (provideProgram(program, "postgresql-client") === undefined)
      throw new Error(missingProgram(program, "postgresql-client"));
});

let cwd: string;
let dataDir: string;
let database: string;
let s3: S3mini;
let bucket: FilesPlace;
let count = 0;
const contents = [randomBytes(200_000), randomBytes(10)];
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-shared-backups-"));
  dataDir = join(cwd, "data");
  database = await newDatabase();
  count += 1;
  s3 = await server.create(`backed-${count}`);
  bucket = placeIn("desk/");
  await openSigning({ dataDir, keyFile: undefined });
});
afterEach(() => rmSync(cwd, { recursive: true }));

const placeIn = (prefix: string): FilesPlace => ({
  kind: "bucket",
  bucket: {
    endpoint: server.endpoint,
    bucket: `backed-${count}`,
    prefix,
    region: "us-east-1",
    accessKeyId: server.accessKeyId,
    secretAccessKey: server.secretAccessKey,
  },
});

async function newDatabase(): Promise<string> {
  const name = `backed_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  return `${url}/${name}`;
}

async function withStore<T>(files: FilesPlace | undefined, use: (store: Store) => Promise<T>, at = database) {
  const store = await openStore({ dataDir, database: { url: at, connections: 4 }, files });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function send(store: Store, ...sent: Buffer[]): Promise<string> {
  const attachments = sent.map((bytes) => ({ type: "application/pdf" as const, width: null, height: null, bytes }));
  const inquiry = newInquiry(goodInquiry, { attachments });
  expect(await store.inquiries.insert(inquiry, [], Date.now())).toBe("kept");
  return inquiry.id;
}

async function contentsIn(store: Store): Promise<Array<Buffer | null>> {
  const ids = (
    await onServer(database, (client) => client.query<{ id: string }>("select id from attachment order by number"))
  ).rows;
  return Promise.all(
    ids.map(async ({ id }) => {
      const found = await store.attachments.find(id);
      const pieces = found && (await store.attachments.content(found));
      return pieces && wholeOf(pieces);
    }),
  );
}

const backup = (files: FilesPlace | undefined = bucket, change: object = {}) =>
  makeBackup({
    dataDir,
    folder: join(cwd, "backups"),
    key: { kind: "none" },
    keep: 9,
    days: 9,
    database: { url: database },
    files,
    ...change,
  });

async function restore(
  name: string,
  files: FilesPlace | undefined,
  { withoutMissing = false, ...options }: { takesFiles?: boolean; withoutMissing?: boolean } = {},
) {
  const accept = () => Promise.resolve();
  const place = { url: database, connections: 4, programs: undefined, files, ...options };
  const opened = await openPostgresBackup(dataDir, place, join(cwd, "backups", name), {
    secrets: {},
    admission: { admit: accept, admitKeyIn: accept, accepted: () => [] },
    withoutMissing,
    openStore: () => openMigrated(place, files),
  });
  try {
    await opened.putInPlace(() => Promise.resolve());
    return opened.missing;
  } finally {
    await opened.discard();
  }
}

const there = async (prefix = "desk/") =>
  ((await s3.listObjects("/", `${prefix}files/`)) ?? [])
    .map(({ Key }) => Key.split("/").at(-1) ?? "")
    .filter((name) => /^[\da-f]{32}$/.test(name));
const asked = async (query: string) => (await onServer(database, (client) => client.query(query))).rows;
const pooled = () =>
  readdirSync(join(cwd, "backups/pooled-files"), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );

describe("a backup of a store whose files are in a bucket", () => {
  it("has each file once, leaves nothing behind, and asks the bucket for new ones alone", async () => {
    await withStore(bucket, (store) => send(store, ...contents));
    expect((await backup()).lost.count).toBe(0);
    expect(pooled()).toHaveLength(2);
    await withStore(bucket, (store) => send(store, Buffer.from("new")));
    let read = 0;
    server.fault = ({ method, url: path = "" }) => {
      if (method === "GET" && /\/files\/[\da-f]{32}$/.test(path)) read += 1;
      return undefined;
    };
    expect((await backup()).lost.count).toBe(0);
    expect([pooled().length, read]).toEqual([3, 1]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("counts what is missing or changed, and not what was erased meanwhile; none is made while the bucket is away", async () => {
    const id = await withStore(bucket, async (store) => {
      await send(store, ...contents);
      return send(store, Buffer.from("to be erased"));
    });
    const names = await asked("select stored_as as name from attachment order by number");
    await s3.deleteObject(`desk/files/${names[0]?.name}`);
    await s3.putObject(`desk/files/${names[1]?.name}`, "changed!!!");
    server.fault = async ({ method, url: path = "" }) => {
      if (method !== "GET" || !path.includes(names[2]?.name)) return undefined;
      // The store, too, removes a file only after its inquiry.
      await onServer(database, (client) => client.query("delete from inquiry where id = $1", [id]));
      return "gone";
    };
    expect((await backup()).lost.count).toBe(2);
    expect(await asked("select id from inquiry")).toHaveLength(1);
    server.fault = ({ method }) => (method === "GET" ? 503 : undefined);
    await expect(backup(bucket, { hasOwnFiles: true })).rejects.toThrow(
      "FILES_S3_ENDPOINT: the server responds with 503",
    );
    server.fault = () => undefined;
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
    await expect(backup(undefined, { files: undefined })).rejects.toThrow("set FILES_S3_BUCKET");
  });
});

describe("a restore of such a backup", () => {
  it.each([
    ["in the backup itself", true],
    ["shared by backups", false],
  ])(
    "with files %s puts them back under new names, and keeps those of the replaced store",
    async (_what, hasOwnFiles) => {
      await withStore(bucket, (store) => send(store, ...contents));
      const { name } = await backup(bucket, { hasOwnFiles });
      const since = await withStore(bucket, (store) => send(store, Buffer.from("since")));
      const before = await there();
      expect(before).toHaveLength(3);
      await restore(name, bucket);
      await withStore(bucket, async (store) => {
        expect(await store.sharedFiles?.check()).toBe(true);
        expect(await contentsIn(store)).toEqual(contents);
        const named = (await asked("select stored_as as name from attachment")).map((row) => String(row["name"]));
        expect(named.filter((one) => before.includes(one))).toEqual([]);
        expect(new Set(await there())).toEqual(new Set([...before, ...named]));
        expect(await store.files.sweep(-hour)).toBe(0);
        expect(await store.inbox.numbersOf([since])).toEqual([]);
        expect(await store.purgeReplaced(Date.now() + hour)).toHaveLength(1);
        expect(await store.files.sweep(-hour)).toBe(3);
        expect(await contentsIn(store)).toEqual(contents);
      });
    },
  );

  it("repeats an erasure, with its file", async () => {
    const id = await withStore(bucket, async (store) => {
      await send(store, ...contents);
      return send(store, Buffer.from("to be erased"));
    });
    const { name } = await backup();
    await withStore(bucket, async (store) =>
      store.inquiries.erase(await store.inbox.numbersOf([id]), "team", Date.now()),
    );
    await restore(name, bucket);
    await withStore(bucket, async (store) => {
      expect(await contentsIn(store)).toEqual(contents);
      await store.purgeReplaced(Date.now() + hour);
      await store.files.sweep(-hour);
    });
    expect([(await there()).length, await asked("select 1 from erased_file")]).toEqual([2, []]);
  });

  it.each([
    ["a folder", (): FilesPlace => ({ kind: "folder", path: join(cwd, "shared/files") }), 0],
    ["the database", () => undefined, 6],
    ["another folder of the bucket", () => placeIn("other/"), 0],
  ])("puts its files into %s if that is set now", async (_what, placeOf, parts) => {
    await withStore(bucket, (store) => send(store, ...contents));
    const { name } = await backup();
    database = await newDatabase();
    const place = placeOf();
    if (place?.kind === "folder") mkdirSync(join(cwd, "shared"));
    await restore(name, place);
    await withStore(place, async (store) => {
      expect(await store.hasFilesOutside()).toBe(place !== undefined);
      expect(await contentsIn(store)).toEqual(contents);
      expect((await store.sharedFiles?.check()) ?? true).toBe(true);
    });
    expect(await asked("select 1 from attachment_part")).toHaveLength(parts);
    expect(await there()).toHaveLength(2);
  });

  it.each([
    ["another folder of the bucket", () => placeIn("other/")],
    ["the database", () => undefined],
  ])("puts everything but files that are missing or changed into %s if that is wanted", async (_what, placeOf) => {
    await withStore(bucket, (store) => send(store, ...contents, Buffer.from("third")));
    const { name } = await backup();
    const [missing, changed] = pooled().map((one) => join(one.parentPath, one.name));
    rmSync(missing ?? "");
    writeFileSync(changed ?? "", "changed");
    database = await newDatabase();
    await expect(restore(name, placeOf())).rejects.toThrow(
      /missing or damaged are 2 files of the inquiry \S+\. .*--without-missing-files/,
    );
    expect(await asked("select tablename from pg_tables where schemaname = 'public'")).toEqual([]);
    const lost = await restore(name, placeOf(), { withoutMissing: true });
    expect(lost).toEqual({ count: 2, inquiries: [expect.stringMatching(/^[\dA-Z]{3}-[\dA-Z]{3}$/)] });
    await withStore(placeOf(), async (store) => {
      const found = await contentsIn(store);
      expect(found.filter((content) => content !== null)).toHaveLength(1);
    });
    if (placeOf() !== undefined) expect((await backup(placeOf())).lost.count).toBe(2);
  });

  it("refuses the place of another store, and takes over that of one that is lost", async () => {
    await withStore(bucket, (store) => send(store, ...contents));
    const { name } = await backup();
    database = await newDatabase();
    await expect(restore(name, bucket)).rejects.toThrow(
      /^FILES_S3_BUCKET: .* the files of another store\. .*--take-files/,
    );
    expect([await there(), await asked("select tablename from pg_tables where schemaname = 'public'")]).toEqual([
      expect.objectContaining({ length: 2 }),
      [],
    ]);
    await restore(name, bucket, { takesFiles: true });
    await withStore(bucket, async (store) => {
      expect(await store.sharedFiles?.check()).toBe(true);
      expect(await contentsIn(store)).toEqual(contents);
      expect((await there()).length).toBe(4);
      expect(await store.files.sweep(-hour)).toBe(2);
      expect(await contentsIn(store)).toEqual(contents);
    });
  });

  it("into a copy of the database refuses the place of the original", async () => {
    await withStore(bucket, (store) => send(store, ...contents));
    const { name } = await backup();
    const original = database;
    database = `${url}/copied_${randomUUID().replaceAll("-", "")}`;
    await onServer(`${url}/postgres`, (client) =>
      client.query(`create database ${database.split("/").at(-1)} template ${original.split("/").at(-1)}`),
    );
    await expect(restore(name, bucket)).rejects.toThrow(
      /^FILES_S3_BUCKET: .* the files of another database with the same store\. .*--take-files/,
    );
    expect(await there()).toHaveLength(2);
    await restore(name, placeIn("copy/"));
    expect([await there(), await there("copy/")]).toEqual([
      expect.objectContaining({ length: 2 }),
      expect.objectContaining({ length: 2 }),
    ]);
  });

  it("that cannot write its files changes nothing", async () => {
    await withStore(bucket, (store) => send(store, ...contents));
    const { name } = await backup();
    const before = await asked("select * from attachment");
    server.fault = ({ method }) => (method === "PUT" ? 503 : undefined);
    await expect(restore(name, bucket)).rejects.toThrow("FILES_S3_ENDPOINT: the server responds with 503");
    server.fault = () => undefined;
    expect(await asked("select * from attachment")).toEqual(before);
    await withStore(bucket, async (store) => expect(await contentsIn(store)).toEqual(contents));
  });
});

it("a transfer takes the files along, and leaves those of the old store", async () => {
  await withStore(bucket, (store) => send(store, ...contents));
  const to = join(cwd, "moved");
  mkdirSync(to);
  const from = { engine: "postgresql", url: database } as const;
  await expect(transferStore(from, { engine: "sqlite", dataDir: to }, () => undefined)).rejects.toThrow(
    "FILES_S3_BUCKET",
  );
  rmSync(to, { recursive: true });
  mkdirSync(to);
  await transferStore({ ...from, files: bucket }, { engine: "sqlite", dataDir: to }, () => undefined);
  const moved = await openStore({ dataDir: to });
  await moved.files.moveOut({ until: Infinity });
  await moved.close();
  expect(existsSync(join(to, "files"))).toBe(true);
  const back = await newDatabase();
  await transferStore({ engine: "sqlite", dataDir: to }, { engine: "postgresql", url: back }, () => undefined);
  database = back;
  await withStore(placeIn("back/"), async (store) => {
    await expect.poll(() => store.files.moveOut({ until: Infinity })).toBe(true);
    expect(await contentsIn(store)).toEqual(contents);
  });
  expect([(await there("back/")).length, (await there()).length]).toEqual([2, 2]);
  // The old place stays that of the old store.
  await withStore(bucket, async (store) => expect(store.sharedFiles?.check()).rejects.toThrow("another store"));
});
