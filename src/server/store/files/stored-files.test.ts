import { randomBytes, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contentHash } from "#server/lib/tokens.ts";
import { onUnreadableRow, type UnreadableRow } from "#server/lib/stored-rows.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { day, hour } from "#domain/time/durations.ts";
import { checkIntegrity } from "../integrity/integrity-check.ts";
import { keepChecksums } from "../integrity/table-checksums.ts";
import { createStore } from "../../open-store.ts";
import { sqliteEngine } from "../sqlite/engine.ts";
import { rewrite } from "../sqlite/rewrite.ts";
import { isOnSqlite, newInquiry, openTestStore } from "../testing.ts";
import { transferStore } from "../transfer/transfer-store.ts";
import { createFileFolder, filesFolder } from "./file-folder.ts";
import { wholeOf } from "./stored-files.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-stored-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

/** The paths of all files below the folder. */
const paths = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && /[\da-f]{32}$/.test(found.name))
    .map(({ parentPath, name }) => join(parentPath, name));

describe("the folder of files", () => {
  it("has each content under a random name, for its user alone, and gives it back", async () => {
    const files = createFileFolder(filesFolder(dataDir));
    const content = randomBytes(200_000);
    const [one, other] = await Promise.all([files.write([content]), files.write([content.subarray(0, 9), content])]);
    expect(one).toMatchObject({ hash: contentHash(content), bytes: 200_000 });
    expect(one.name).not.toBe(other.name);
    expect(await wholeOf(files.read(one.name))).toEqual(content);
    expect((await wholeOf(files.read(other.name))).length).toBe(200_009);
    for (const path of paths()) {
      expect(path).toMatch(/files\/([\da-f]{2})\/\1[\da-f]{30}$/);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    }
    await files.remove([one.name, other.name, one.name]);
    expect(paths()).toEqual([]);
  });

  it("leaves nothing of a content that ends early, and takes no name that leads elsewhere", async () => {
    const files = createFileFolder(filesFolder(dataDir));
    const torn = async function* () {
      yield Buffer.from("half");
      throw new Error("the sender is gone");
    };
    await expect(files.write(torn())).rejects.toThrow("the sender is gone");
    expect(paths()).toEqual([]);
    await expect(wholeOf(files.read("../../front-desk.sqlite"))).rejects.toThrow("none of ours");
    const outside = join(dataDir, "files/00/x");
    mkdirSync(join(outside, ".."), { recursive: true });
    writeFileSync(outside, "");
    const { name } = await files.write([Buffer.from("x")]);
    await files.remove(["x", "../00/x", name]);
    expect([existsSync(outside), paths()]).toEqual([true, []]);
  });

  it("says that the store is unavailable where it cannot write", async () => {
    // A folder where nobody, root included, can make another.
    const readOnly = process.platform === "darwin" ? "/System" : "/sys";
    const failing = createFileFolder(filesFolder(readOnly)).write([Buffer.from("x")]);
    await expect(failing).rejects.toMatchObject({ fault: "read-only" });
  });
});

describe.runIf(isOnSqlite())("files beside the database", () => {
  const pdf = { type: "application/pdf" as const, width: null, height: null };

  async function open() {
    const file = join(dataDir, "front-desk.sqlite");
    const opened = await openTestStore(file);
    await keepChecksums(opened.db);
    const { store, dump } = opened;
    const send = async (...contents: Buffer[]) => {
      const attachments = contents.map((bytes) => ({ ...pdf, bytes }));
      const inquiry = newInquiry(goodInquiry, { attachments });
      expect(await store.inquiries.insert(inquiry, [], Date.now())).toBe("kept");
      const sent = [...((await store.attachments.of(inquiry.id)).get(inquiry.id) ?? [])];
      return { ...inquiry, ids: sent.map(({ id }) => id) };
    };
    const content = async (id: string | undefined) => {
      const found = await store.attachments.find(id ?? "");
      const pieces = found && (await store.attachments.content(found));
      return pieces && wholeOf(pieces);
    };
    const numbers = async () => ((await dump()).inquiry ?? []).map((row) => (row as { number: number }).number);
    return { ...opened, file, send, content, numbers };
  }

  it("are named in the transaction of their inquiry, and erased with it, with the sums of the store kept", async () => {
    const { store, db, dump, send, content, numbers, file } = await open();
    const contents = [randomBytes(100_000), randomBytes(10)];
    const { ids } = await send(...contents);
    expect(paths()).toHaveLength(2);
    expect((await dump()).attachment_part).toEqual([]);
    expect([await content(ids[0]), await content(ids[1])]).toEqual(contents);
    // Simulates a crash before the removal, whatever has deleted the row.
    await db.deleteFrom("inquiry").execute();
    expect((await dump()).erased_file).toHaveLength(2);
    expect(paths()).toHaveLength(2);
    await store.files.removeErased();
    expect([(await dump()).erased_file, paths()]).toEqual([[], []]);
    await send(...contents);
    await store.inquiries.erase(await numbers(), "team", 1);
    expect([(await dump()).erased_file, paths()]).toEqual([[], []]);
    await db.destroy();
    expect(checkIntegrity(file).problems).toEqual([]);
  });

  it("are removed although another program has damaged the name of one, and an id", async () => {
    const { store, db, send, numbers } = await open();
    await send(randomBytes(1000));
    await sql`insert into erased_file (name) values (x'ff00')`.execute(db);
    await sql`pragma foreign_keys = off`.execute(db);
    await sql`insert into attachment_part (id, attachment_id, position, content) values ('a', x'ff00', 0, '')`.execute(
      db,
    );
    await sql`pragma foreign_keys = on`.execute(db);
    expect(await store.inquiries.erase(await numbers(), "team", Date.now())).toBe(1);
    expect(await store.files.tryRemoving()).toBe(true);
    expect(paths()).toEqual([]);
    expect(await store.files.moveOut({ until: performance.now() + 10_000 })).toBe(true);
    await db.destroy();
  });

  it("keep no file open that nobody reads", async () => {
    const files = createFileFolder(filesFolder(dataDir));
    const { name } = await files.write([randomBytes(1000)]);
    const opened = () => readdirSync("/proc/self/fd").length;
    const before = opened();
    for (let times = 0; times < 20; times += 1) Readable.from(files.read(name)).destroy();
    await setTimeout(100);
    expect(opened()).toBeLessThan(before + 10);
  });

  it("are not left by an inquiry that is not kept", async () => {
    const { store, db, send } = await open();
    const { reference } = await send(randomBytes(10));
    const again = newInquiry(goodInquiry, { reference, attachments: [{ ...pdf, bytes: randomBytes(10) }] });
    expect(await store.inquiries.insert(again, [], 1)).toBe("taken");
    expect(paths()).toHaveLength(1);
    await db.destroy();
  });

  it("are not kept if one of them cannot be written, nor is their inquiry", async () => {
    const { store, db } = await open();
    const files = filesFolder(dataDir);
    mkdirSync(files);
    // A file in the place of each subfolder but one.
    for (let start = 0; start < 255; start += 1) writeFileSync(join(files, start.toString(16).padStart(2, "0")), "");
    const attachments = [1, 2, 3].map((size) => ({ ...pdf, bytes: randomBytes(size) }));
    await expect(store.inquiries.insert(newInquiry(goodInquiry, { attachments }), [], 1)).rejects.toThrow();
    expect(paths()).toEqual([]);
    expect(await store.inquiries.count()).toBe(0);
    await db.destroy();
  });

  it("that are missing or changed are reported without their content, and never sent", async () => {
    const { store, db, send, content } = await open();
    const { ids } = await send(randomBytes(10), randomBytes(20), randomBytes(30));
    const pathOf = (size: number) => paths().find((path) => statSync(path).size === size) ?? "";
    rmSync(pathOf(10));
    const changed = readFileSync(pathOf(20));
    changed.writeUInt8(changed.readUInt8(7) ^ 1, 7);
    writeFileSync(pathOf(20), changed);
    const reported: UnreadableRow[] = [];
    const stop = onUnreadableRow((row) => void reported.push(row));
    expect([await content(ids[0]), await content(ids[1])]).toEqual([null, null]);
    expect((await content(ids[2]))?.length).toBe(30);
    expect(reported).toEqual(ids.slice(0, 2).map((id) => ({ place: "attachment content", id })));
    const lines = [];
    for await (const line of store.exports.lines()) if (line.kind === "unreadable") lines.push(line);
    expect(lines).toEqual(ids.slice(0, 2).map((id) => ({ kind: "unreadable", of: "file", id })));
    stop();
    await db.destroy();
  });

  it("that no row names are swept after an hour, and nothing else", async () => {
    const { store, db, send, content, files } = await open();
    const { ids } = await send(randomBytes(10));
    const [kept = ""] = paths();
    const age = (path: string, ms: number) => utimesSync(path, (Date.now() - ms) / 1000, (Date.now() - ms) / 1000);
    age(kept, day);
    const young = await files?.write([randomBytes(5)]);
    const old = await files?.write([randomBytes(6)]);
    for (const path of paths()) if (path.endsWith(old?.name ?? "none")) age(path, 2 * hour);
    const foreign = join(filesFolder(dataDir), kept.slice(-32, -30), "README");
    writeFileSync(foreign, "");
    age(foreign, day);
    expect(await store.files.sweep(hour)).toBe(1);
    const names = paths().map((path) => path.slice(-32));
    expect(new Set(names)).toEqual(new Set([kept.slice(-32), young?.name]));
    expect(existsSync(foreign)).toBe(true);
    expect((await content(ids[0]))?.length).toBe(10);
    await db.destroy();
  });
});

describe.runIf(isOnSqlite())("files of a store that had them in the database", () => {
  const contents = [randomBytes(300_000), randomBytes(100), randomBytes(48 * 1024 * 3)];

  async function openOld(files = contents) {
    const file = join(dataDir, "front-desk.sqlite");
    const opened = await openTestStore(file);
    await keepChecksums(opened.db);
    const attachments = files.map((bytes) => ({
      type: "application/pdf" as const,
      width: null,
      height: null,
      bytes,
    }));
    const inquiry = newInquiry(goodInquiry, { attachments });
    await createStore(opened.db, sqliteEngine).inquiries.insert(inquiry, [], 1);
    const ids = [...((await opened.store.attachments.of(inquiry.id)).get(inquiry.id) ?? [])].map(({ id }) => id);
    const all = async () => {
      const found = await Promise.all(ids.map((id) => opened.store.attachments.find(id)));
      return Promise.all(found.map(async (one) => one && wholeOf(opened.store.files.read(one))));
    };
    const parts = async () => (await opened.dump()).attachment_part?.length;
    return { ...opened, file, ids, all, parts };
  }

  it("are moved with nothing lost, wherever a stop comes, and what is read meanwhile is whole", async () => {
    const { store, db, file, ids, all, parts } = await openOld();
    expect(await parts()).toBe(11);
    const readers = await Promise.all(
      ids.map(async (id) => {
        const reader = store.files.read({ id, storedAs: null })[Symbol.asyncIterator]();
        const { value } = await reader.next();
        return { reader, first: value as Buffer };
      }),
    );
    // Stops before each file's parts are deleted, as a crash there would.
    for (let stops = 0; stops < 3; stops += 1) {
      expect(await store.files.moveOut({ until: 0 })).toBe(false);
      expect(await all()).toEqual(contents);
    }
    for (let runs = 0; (await parts()) !== 0; runs += 1) {
      expect(runs).toBeLessThan(3);
      await store.files.moveOut({ until: Infinity });
    }
    expect(await store.files.moveOut({ until: Infinity })).toBe(true);
    expect([await all(), paths().length]).toEqual([contents, 3]);
    for (const [at, { reader, first }] of readers.entries()) {
      const rest = await wholeOf({ [Symbol.asyncIterator]: () => reader });
      expect(Buffer.concat([first, rest])).toEqual(contents[at]);
    }
    await db.destroy();
    expect(checkIntegrity(file).problems).toEqual([]);
  });

  it("arrive once in another store, also those that were being moved out", async () => {
    const { store, db, ids, parts } = await openOld();
    expect(await store.files.moveOut({ until: 0 })).toBe(false);
    expect([await parts(), paths().length]).toEqual([11, 1]);
    await db.destroy();
    const target = join(dataDir, "moved");
    mkdirSync(target);
    await transferStore({ engine: "sqlite", dataDir }, { engine: "sqlite", dataDir: target }, () => undefined);
    const moved = await openTestStore(join(target, "front-desk.sqlite"));
    const bytes = ids.map((id) => wholeOf(moved.store.files.read({ id, storedAs: null })));
    expect(await Promise.all(bytes)).toEqual(contents);
    await moved.db.destroy();
  });

  it("leave a database that gets small, once it is rewritten", async () => {
    const large = [randomBytes(5_000_000)];
    const { store, db, file } = await openOld(large);
    expect(await rewrite(db, 5_000_000)).toBe(false);
    await store.files.moveOut({ until: Infinity });
    expect(await rewrite(db, 1000)).toBe(false);
    const before = statSync(file).size;
    expect(await rewrite(db, 5_000_000)).toBe(true);
    await store.close();
    expect(statSync(file).size).toBeLessThan(before - 6_000_000);
    expect(checkIntegrity(file).problems).toEqual([]);
    const { store: again, db: opened } = await openTestStore(file);
    expect(await again.inquiries.count()).toBe(1);
    await opened.destroy();
  });

  it("stay there if they are not what was stored", async () => {
    const { store, db, ids, all, parts } = await openOld();
    const damaged = Buffer.from(contents[1] ?? []);
    damaged.writeUInt8(damaged.readUInt8(0) ^ 1);
    await db
      .updateTable("attachment_part")
      .set({ content: damaged.toString("base64") })
      .where("attachment_id", "=", ids[1] ?? "")
      .execute();
    expect(await store.files.moveOut({ until: Infinity })).toBe(true);
    expect([await parts(), paths().length]).toEqual([1, 2]);
    expect(await all()).toEqual([contents[0], damaged, contents[2]]);
    await db.destroy();
  });
});

it("keeps the content in the database where there is no place outside of it", async () => {
  const { store, db, dump, files } = await openTestStore();
  const bytes = randomBytes(100_000);
  const attachments = [{ type: "application/pdf" as const, width: null, height: null, bytes }];
  await store.inquiries.insert(newInquiry(goodInquiry, { attachments, id: randomUUID() }), [], 1);
  expect((await dump()).attachment_part).toHaveLength(files === null ? 3 : 0);
  await db.destroy();
});
