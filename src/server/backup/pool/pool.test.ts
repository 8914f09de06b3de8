import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { say } from "#copy/server/say.ts";
import { BucketAwayError, GoneError, TooLongError } from "../../lib/s3/bucket-error.ts";
import { contentHash } from "../../lib/tokens.ts";
import { readConfig } from "../../config.ts";
import { createBackupScheduler } from "../scheduler.ts";
import { rotateKeyFile } from "../../signing/key-file.ts";
import { day, hour } from "#domain/time/durations.ts";
import { pathOfFile } from "../../store/files/file-folder.ts";
import type { BackupSecrets } from "../encryption.ts";
import { type BackupOrder, makeBackup } from "../make-backup.ts";
import { openBackup, type Opening } from "../restore/restore.ts";
import { findLostFiles } from "../lost-files.ts";
import { listBackups, prune } from "../stored-backups.ts";
import { runTask } from "../scheduler-task.ts";
import { admissionTo, openingWith, unpacked } from "../testing.ts";
import { attach, contentIn, detach, storeWithInquiry } from "../testing-files.ts";
import { lockPool, sweepPoolIfFree } from "./pool.ts";
import { pathInPool, poolFolder, poolListOf } from "./pool-list.ts";

let cwd: string;
let dataDir: string;
let folder: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-pool-"));
  dataDir = join(cwd, "data");
  folder = join(cwd, "backups");
  await storeWithInquiry(dataDir);
});
afterEach(() => rmSync(cwd, { recursive: true }));

const passphrase = "a long passphrase of the tests";
const order = (other: Partial<BackupOrder> = {}): BackupOrder => ({
  dataDir,
  folder,
  key: { kind: "none" },
  keep: 14,
  days: 30,
  ...other,
});
/** A backup made at this time. */
const backUp = (other: Partial<BackupOrder> = {}, at = Date.now()) => makeBackup(order(other), undefined, () => at);

/** Every file in the pool, by its path there. */
const pooled = () =>
  readdirSync(join(folder, poolFolder), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ name }) => name)
    .toSorted();

/** Restores a backup into a new folder and returns that. */
async function restore(
  { name, signer }: { name: string; signer: string },
  secrets: BackupSecrets = { passphrase },
  { place = mkdtempSync(join(cwd, "restored-")), ...opening }: Partial<Opening> & { place?: string } = {},
) {
  const admission = admissionTo(place, { unencrypted: true, key: signer });
  const backup = await openBackup(place, join(folder, name), { ...openingWith(secrets, admission), ...opening });
  try {
    await backup.putInPlace(() => Promise.resolve());
    return place;
  } finally {
    await backup.discard();
  }
}

const some = (count: number, bytes = 20_000) => Array.from({ length: count }, () => randomBytes(bytes));

describe("files that backups share", () => {
  it.each([true, false])("are copied once, and each backup restores: %s if encrypted", async (isEncrypted) => {
    const identity = await generateIdentity();
    const key = isEncrypted
      ? ({ kind: "recipient", recipient: await identityToRecipient(identity) } as const)
      : ({ kind: "none" } as const);
    const secrets = { identities: [identity] };
    const contents = [...some(3), Buffer.from("a text that can be found again"), randomBytes(300_000)];
    const now = Date.now();
    const names = await attach(dataDir, contents);
    const first = await backUp({ key }, now - 2 * hour);
    const before = pooled().map((name) => [name, statSync(join(folder, pathInPool(name))).ino]);
    expect(before).toHaveLength(5);

    // The second one has the content of the first: it needs no room.
    const more = await attach(dataDir, [randomBytes(10), contents[0] ?? Buffer.alloc(0)]);
    const second = await backUp({ key }, now);
    expect(pooled()).toHaveLength(6);
    const after = new Map(pooled().map((name) => [name, statSync(join(folder, pathInPool(name))).ino]));
    for (const [name, inode] of before) expect(after.get(String(name))).toBe(inode);
    expect(statSync(join(folder, second.name)).size).toBeLessThan(100_000);
    expect(second.bytes).toBeGreaterThan(first.bytes);

    const all = [...contents, contentIn(dataDir, more[0] ?? ""), contents[0]];
    for (const [made, kept] of [[first, names] as const, [second, [...names, ...more]] as const]) {
      const place = await restore(made, secrets);
      for (const [index, name] of kept.entries())
        expect(contentIn(place, name).equals(all[index] ?? Buffer.alloc(9))).toBe(true);
      expect(
        readdirSync(join(place, "files"), { recursive: true, withFileTypes: true }).filter((each) => each.isFile()),
      ).toHaveLength(kept.length);
    }
    const stored = pooled().map((name) => readFileSync(join(folder, pathInPool(name))).toString("latin1"));
    expect(stored.some((each) => each.includes("a text that can be found again"))).toBe(!isEncrypted);
    const hashes = contents.flatMap((each) => [
      contentHash(each),
      Buffer.from(contentHash(each), "base64url").toString("hex"),
    ]);
    for (const hash of hashes) expect(JSON.stringify(pooled())).not.toContain(hash);
  });

  it("are deleted once no kept backup names them", async () => {
    const now = Date.now();
    const [stays = "", erased = ""] = await attach(dataDir, some(2));
    await backUp({ keep: 2 }, now - 3 * hour);
    await backUp({ keep: 2 }, now - 2 * hour);
    await detach(dataDir, [erased]);
    await backUp({ keep: 2 }, now - hour);
    expect(pooled()).toHaveLength(2);
    const last = await backUp({ keep: 2 }, now);
    expect(pooled()).toHaveLength(1);
    expect(contentIn(await restore(last), stays).equals(contentIn(dataDir, stays))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith(".files"))).toHaveLength(2);
  });

  it("are gone at the latest after the days of backups since their erasure, as the privacy page says", async () => {
    const erasedAt = Date.now();
    const days = 30;
    const [erased = ""] = await attach(dataDir, some(1));
    await backUp({}, erasedAt - 1);
    await detach(dataDir, [erased]);
    const without = await backUp({}, erasedAt + day);
    const at = async (time: number) => {
      await prune(folder, { keep: Infinity, days, made: without.name }, time);
      await sweepPoolIfFree(folder);
      return pooled();
    };
    expect(await at(erasedAt + (days - 1) * day)).toHaveLength(1);
    // The clean-up runs every hour.
    expect(await at(erasedAt + days * day - 1)).toEqual([]);
  });

  it("are deleted by the server every hour, and count in the size of the last backup", async () => {
    const now = Date.now();
    const [erased = ""] = await attach(dataDir, some(1));
    await backUp({}, now - 40 * day);
    await detach(dataDir, [erased]);
    await attach(dataDir, some(1));
    const last = await backUp({ days: 90 }, now);
    expect(pooled()).toHaveLength(2);
    const { backup } = readConfig({ BACKUP_DIR: folder, BACKUP_UNENCRYPTED: "true" });
    const stopped = { outcome: "stopped" } as const;
    const scheduler = createBackupScheduler({
      dataDir,
      plan: backup.present,
      record: () => Promise.resolve(),
      run: () => ({ pid: undefined, done: Promise.resolve(stopped), stop: () => Promise.resolve() }),
    });
    await scheduler.runDue();
    expect(pooled()).toHaveLength(1);
    expect((await scheduler.state()).last?.bytes).toBe(last.bytes);
    // Its list is read once, not at each scrape.
    rmSync(join(folder, last.name.replace(".tar", ".files")));
    expect((await scheduler.state()).last?.bytes).toBe(last.bytes);
    expect(last.bytes).toBeGreaterThan(statSync(join(folder, last.name)).size);
    await scheduler.stop();
  });

  it("are left alone while another program works on them", async () => {
    await attach(dataDir, some(1));
    await backUp();
    const [made] = await listBackups(folder);
    rmSync(join(folder, made?.name ?? ""));
    const lock = await lockPool(folder);
    await sweepPoolIfFree(folder);
    expect(pooled()).toHaveLength(1);
    const waiting = backUp();
    await sleep(300);
    lock.release();
    await waiting;
    expect(pooled()).toHaveLength(1);
  });

  it("stay if a list cannot be understood", async () => {
    await attach(dataDir, some(1));
    const { name } = await backUp({}, Date.now() - hour);
    writeFileSync(join(folder, name.replace(".tar", ".files")), "what is this\n");
    await attach(dataDir, some(1));
    expect((await backUp()).stuck).toEqual([{ name, why: "its list of files is damaged" }]);
    expect(pooled()).toHaveLength(2);
  });

  it("are copied again with another passphrase or signing key, so that it opens all of them", async () => {
    const now = Date.now();
    const text = "a text that can be found again";
    const [name = ""] = await attach(dataDir, [Buffer.from(text)]);
    const old = await backUp({ key: { kind: "passphrase", passphrase: "the one before" } }, now - 2 * hour);
    await backUp({ key: { kind: "passphrase", passphrase } }, now - hour);
    await rotateKeyFile({ dataDir, keyFile: undefined });
    const last = await backUp({ key: { kind: "passphrase", passphrase } }, now);
    expect(pooled()).toHaveLength(3);
    for (const each of pooled()) expect(readFileSync(join(folder, pathInPool(each))).includes(text)).toBe(false);
    const place = await restore(old, { passphrase, previous: "the one before" });
    expect(contentIn(place, name).toString()).toBe(text);
    expect(contentIn(await restore(last, { passphrase }), name).toString()).toBe(text);
  });

  it.each([
    ["missing", (path: string) => rmSync(path), "is missing in pooled-files"],
    ["changed", (path: string) => writeFileSync(path, randomBytes(20_000)), "is damaged, or was changed"],
    ["longer", (path: string) => writeFileSync(path, randomBytes(20_001)), "is damaged, or was changed"],
    ["a folder", (path: string) => (rmSync(path), mkdirSync(path)), "cannot be read (EISDIR)"],
    // The first read fails as that of a broken sector does (EIO).
    ["unreadable", (path: string) => (rmSync(path), symlinkSync("/proc/self/mem", path)), "cannot be read (EIO)"],
  ])("that are %s are not restored, but everything else is if that is wanted", async (_what, spoil, why) => {
    const names = await attach(dataDir, some(3));
    const made = await backUp();
    for (const name of pooled().slice(0, 2)) spoil(join(folder, pathInPool(name)));
    const refusal = await restore(made).catch(String);
    expect(refusal).toContain(`${made.name}: its file `);
    expect(refusal).toContain(why);
    expect(refusal).toMatch(/; missing or damaged are 2 files of the inquiry [\dA-Z]{3}-[\dA-Z]{3}\. /);
    expect(refusal).toContain("add --without-missing-files");

    const place = await restore(made, undefined, { withoutMissing: true });
    const restored = names.filter((name) => existsSync(join(place, pathOfFile(name))));
    expect(restored.map((name) => contentIn(place, name))).toEqual([contentIn(dataDir, restored[0] ?? "")]);
    expect(await findLostFiles(place)).toEqual({ count: 2, inquiries: [expect.any(String)] });
    // A backup of the restored store knows which are lost, and restores without being asked.
    const next = await backUp({ dataDir: place });
    expect(next.lost.count).toBe(2);
    expect(contentIn(await restore(next), restored[0] ?? "")).toEqual(contentIn(dataDir, restored[0] ?? ""));
  });

  it("are restored with those of a bucket that has some of them no more, or longer, but not while it is away", async () => {
    const names = await attach(dataDir, some(3));
    const made = await backUp();
    const [gone, longer] = pooled();
    const openShared: Opening["openShared"] = (name, _bytes, use) => {
      if (name === gone) return Promise.reject(new GoneError(say("bucket.no-object", { setting: "B", name })));
      if (name === longer) return Promise.reject(new TooLongError(say("bucket.too-long", { setting: "B", name })));
      return use(join(folder, pathInPool(name)));
    };
    await expect(restore(made, undefined, { openShared })).rejects.toThrow("2 files of the inquiry");
    const place = await restore(made, undefined, { openShared, withoutMissing: true });
    expect(names.filter((name) => existsSync(join(place, pathOfFile(name))))).toHaveLength(1);
    const away = () => Promise.reject(new BucketAwayError(say("bucket.responds", { setting: "B", status: "503" })));
    await expect(restore(made, undefined, { openShared: away, withoutMissing: true })).rejects.toThrow("503");
  });

  it("are written again if they are not what they were, each at its turn within two weeks, and listed so", async () => {
    const now = Date.now() - 40 * day;
    const identity = await generateIdentity();
    const key = { kind: "recipient", recipient: await identityToRecipient(identity) } as const;
    const [name = ""] = await attach(dataDir, some(1));
    await backUp({ key, keep: 99 }, now);
    const path = join(folder, pathInPool(pooled()[0] ?? ""));
    writeFileSync(path, randomBytes(statSync(path).size));
    let last = { name: "", signer: "" };
    for (let count = 1; count <= 15; count += 1) last = await backUp({ key, keep: 99 }, now + count * day);
    const place = await restore(last, { identities: [identity] });
    expect(contentIn(place, name).equals(contentIn(dataDir, name))).toBe(true);
    // Only the backup that wrote it again knows its bytes, and those after it.
    const [listed] = (await poolListOf(folder, last.name)) ?? [];
    expect(listed?.sha256).toBe(createHash("sha256").update(readFileSync(path)).digest("hex"));
  });

  it("are written again if the disk cannot read them any more", async () => {
    const now = Date.now() - 20 * day;
    await attach(dataDir, [Buffer.alloc(0)]);
    await backUp({}, now);
    const path = join(folder, pathInPool(pooled()[0] ?? ""));
    rmSync(path);
    // It has no bytes either, and its first read fails as that of a broken sector (EIO).
    symlinkSync("/proc/self/mem", path);
    for (let count = 1; count <= 14; count += 1) await backUp({}, now + count * day);
    expect(lstatSync(path).isFile()).toBe(true);
  });

  it("are restored also if the store has lost them since", async () => {
    const [name = ""] = await attach(dataDir, some(1));
    const content = contentIn(dataDir, name);
    await backUp({}, Date.now() - hour);
    rmSync(join(dataDir, pathOfFile(name)));
    const made = await backUp();
    expect(made.lost.count).toBe(1);
    expect(contentIn(await restore(made), name).equals(content)).toBe(true);
  });

  it("are none where each backup has its own", async () => {
    const [name = ""] = await attach(dataDir, some(1));
    const made = await backUp({ hasOwnFiles: true });
    expect(readdirSync(folder)).toEqual([made.name]);
    expect((await unpacked(join(folder, made.name))).map(([each]) => each)).toContain(pathOfFile(name));
  });

  it("are whole or not there after a crash at any time, and the next backup leaves no orphan", async () => {
    const contents = some(10, 2_000_000);
    const hashes = contents.map(contentHash);
    await attach(dataDir, contents);
    mkdirSync(join(folder, poolFolder), { recursive: true });
    let reached = 0;
    // Half-written ones included.
    for (const enough of [1, 2, 4, 6, 8, 10, 11]) {
      const task = runTask({ kind: "backup", order: order() });
      const state = { isOver: false };
      const ended = task.done.then(() => (state.isOver = true));
      while (!state.isOver && pooled().length < enough) await sleep(1);
      if (!state.isOver) reached += 1;
      await task.stop();
      await ended;
      for (const name of pooled().filter((each) => !each.startsWith(".")))
        expect(hashes).toContain(contentHash(readFileSync(join(folder, pathInPool(name)))));
      for (const { name } of await listBackups(folder)) {
        expect(await poolListOf(folder, name)).toHaveLength(10);
        // Deleted, so that the next one has work to do.
        rmSync(join(folder, name));
      }
    }
    expect(reached).toBeGreaterThan(3);
    const made = await backUp();
    expect(pooled()).toHaveLength(10);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await restore(made);
  });
});
