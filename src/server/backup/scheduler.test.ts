import { inEnglish } from "#copy/server/render.ts";
import { english } from "../testing-message-codes.ts";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { say } from "#copy/server/say.ts";
import { goodInquiry } from "../testing-api.ts";
import { readConfig } from "../config.ts";
import { createClock } from "../testing-clock.ts";
import type { LastBackup } from "../store/last-backup.ts";
import { openStore } from "../open-store.ts";
import { pathOfFile } from "../store/files/file-folder.ts";
import { newInquiry } from "../store/testing.ts";
import { createAudit } from "../audit/audit.ts";
import { openSigning } from "../signing/create-signing.ts";
import { createBackupPlan } from "./backup-plan.ts";
import { findLostFiles } from "./lost-files.ts";
import { makeBackup } from "./make-backup.ts";
import { createBackups, createBackupScheduler, type BackupSchedulerEvents } from "./scheduler.ts";
import { type BackupTask, runTask, type TaskOutcome } from "./scheduler-task.ts";
import { backupName } from "./stored-backups.ts";
import { attach } from "./testing-files.ts";

let cwd: string;
let dataDir: string;
let folder: string;
let recipient: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-scheduler-"));
  dataDir = join(cwd, "data");
  folder = join(cwd, "backups");
  recipient = await identityToRecipient(await generateIdentity());
  const store = await openStore({ dataDir });
  await store.inquiries.insert(newInquiry({ ...goodInquiry, query: "a text that can be found again" }), [], 1);
  await store.close();
});
afterEach(() => rmSync(cwd, { recursive: true }));

function schedulerOf(env: Record<string, string> = {}, run = runTask, start?: number) {
  const clock = createClock(start);
  const { backup } = readConfig({ BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient, ...env });
  const events: BackupSchedulerEvents["kind"][] = [];
  const scheduler = createBackupScheduler({
    dataDir,
    plan: backup.present,
    record: async ({ kind }) => void events.push(kind),
    now: clock.now,
    run,
  });
  return { scheduler, clock, events };
}

const offsite = {
  endpoint: "https://s3.example.com",
  bucket: "backups",
  prefix: "",
  keep: 10,
  region: "us-east-1",
  accessKeyId: "key",
  secretAccessKey: "secret",
};

function damage(): void {
  const file = join(dataDir, "front-desk.sqlite");
  const bytes = readFileSync(file);
  bytes.write("another one than can", bytes.indexOf("a text that can"));
  writeFileSync(file, bytes);
}

describe("the scheduler", () => {
  it("checks the store, and makes a backup when one is due: at first, and by the last one's time", async () => {
    // Backup names use the machine's clock.
    const { scheduler, clock, events } = schedulerOf({ BACKUP_EVERY_HOURS: "6" }, runTask, Date.now());
    await scheduler.runDue();
    expect(await scheduler.state()).toMatchObject({
      everyHours: 6,
      isRunning: false,
      failure: null,
      store: { problems: [], checkedAt: expect.any(String) },
      last: { bytes: expect.any(Number) },
    });
    expect(readdirSync(folder)).toHaveLength(1);
    await scheduler.runDue();
    expect(readdirSync(folder)).toHaveLength(1);
    expect(events).toEqual(["backup-made"]);
    clock.advance({ hours: 6.1 });
    await scheduler.runDue();
    expect(events).toEqual(["backup-made", "backup-made"]);
    await scheduler.stop();
  });

  it("makes the next backup on time while a bucket sends a byte a second", async () => {
    let calls = 0;
    const bucket = createServer((request, response) => {
      calls += 1;
      request.resume();
      const timer = setInterval(() => response.write(" "), 1000);
      response.on("close", () => clearInterval(timer));
    }).listen(0, "127.0.0.1");
    await once(bucket, "listening");
    const { port } = bucket.address() as AddressInfo;
    const env = {
      BACKUP_EVERY_HOURS: "6",
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      BACKUP_S3_BUCKET: "backups",
      BACKUP_S3_ACCESS_KEY_ID: "key",
      BACKUP_S3_SECRET_ACCESS_KEY: "secret",
    };
    const { scheduler, clock, events } = schedulerOf(env, runTask, Date.now());
    let isOver = false;
    const first = scheduler.runDue().then(() => (isOver = true));
    await expect.poll(() => calls, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(events).toEqual(["backup-made"]);
    clock.advance({ hours: 6.1 });
    const second = scheduler.runDue();
    await expect.poll(() => events, { timeout: 60_000 }).toEqual(["backup-made", "backup-made"]);
    expect(isOver).toBe(false);
    await scheduler.stop();
    await Promise.all([first, second]);
    bucket.closeAllConnections();
    bucket.close();
  });

  it("ends the copy to a bucket once another one is chosen, and copies there at once", async () => {
    const config = readConfig({ BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient });
    const place = { ...offsite, bucket: "slow" };
    let present = { ...config.backup.present(), offsite: place };
    const buckets: string[] = [];
    const scheduler = createBackupScheduler({
      dataDir,
      plan: () => present,
      record: async () => undefined,
      run: (task) => {
        const { promise, resolve } = Promise.withResolvers<TaskOutcome>();
        if (task.kind === "check") resolve({ outcome: "checked", problems: [] });
        if (task.kind === "files") resolve({ outcome: "stopped" });
        if (task.kind === "offsite") {
          buckets.push(task.order.place.bucket);
          const copies = { uploaded: [], deleted: [], newest: 1000, ahead: [] };
          if (task.order.place.bucket !== "slow") resolve({ outcome: "copied", copies });
        }
        return { pid: undefined, done: promise, stop: async () => resolve({ outcome: "stopped" }) };
      },
    });
    const running = scheduler.runDue();
    await expect.poll(() => buckets).toEqual(["slow"]);
    present = { ...present, offsite: { ...place, bucket: "fast" } };
    await scheduler.runDue();
    await running;
    expect(buckets).toEqual(["slow", "fast"]);
    expect((await scheduler.state()).copies).toMatchObject([{ madeAt: new Date(1000).toISOString(), failure: null }]);
    await scheduler.stop();
  });

  it("goes on after a clock that was ahead was set back", async () => {
    const { scheduler, clock, events } = schedulerOf({ BACKUP_EVERY_HOURS: "6" }, (task) => {
      const made = {
        name: backupName(clock.now(), true),
        bytes: 1,
        madeAt: 0,
        inquiries: 1,
        signer: "",
        lost: { count: 0, inquiries: [] },
        pruned: [],
        stuck: [],
      };
      if (task.kind === "backup") {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, made.name), "");
      }
      const outcomes: Record<typeof task.kind, TaskOutcome> = {
        backup: { outcome: "made", backup: made },
        check: { outcome: "checked", problems: [] },
        files: { outcome: "files-checked", lost: made.lost },
        offsite: { outcome: "stopped" },
      };
      return { pid: undefined, done: Promise.resolve(outcomes[task.kind]), stop: async () => undefined };
    });
    clock.advance({ days: 365 });
    await scheduler.runDue();
    clock.advance({ days: -365 });
    const { store } = await scheduler.state();
    await scheduler.runDue();
    await scheduler.runDue();
    expect(events).toEqual(["backup-made", "backup-made"]);
    expect(await scheduler.state()).toMatchObject({ last: { madeAt: new Date(clock.now()).toISOString() } });
    expect((await scheduler.state()).store?.checkedAt).not.toBe(store?.checkedAt);
    clock.advance({ hours: 7 });
    await scheduler.runDue();
    expect(events).toHaveLength(3);
    await scheduler.stop();
  });

  it("makes none if none is configured", async () => {
    const { scheduler, events } = schedulerOf();
    await scheduler.runDue();
    expect(await scheduler.state()).toMatchObject({ everyHours: 0, last: null, dueAt: null });
    expect(events).toEqual([]);
    await scheduler.stop();
  });

  it("says why a backup failed, and tries again", async () => {
    writeFileSync(folder, "a file stands where the folder should be");
    const { scheduler, clock, events } = schedulerOf({ BACKUP_EVERY_HOURS: "24" });
    await scheduler.runDue();
    const { failure } = english(await scheduler.state());
    expect(failure?.message).toMatch(/^BACKUP_DIR: the folder .*backups/);
    await scheduler.runDue();
    expect(events).toEqual(["backup-failed"]);
    rmSync(folder);
    clock.advance({ minutes: 16 });
    await scheduler.runDue();
    expect(events).toEqual(["backup-failed", "backup-made"]);
    expect((await scheduler.state()).failure).toBeNull();
    await scheduler.stop();
  });

  it("names an old backup that cannot be deleted once, which is no failure and hastens no backup", async () => {
    const [older, stuck] = ["front-desk-2020-01-01T10-00-00Z.tar.age", "front-desk-2020-01-02T10-00-00Z.tar.age"];
    mkdirSync(join(folder, stuck), { recursive: true });
    writeFileSync(join(folder, older), "");
    mkdirSync(join(folder, "front-desk-2020-01-03T10-00-00Z.tar.age"));
    const { scheduler, clock, events } = schedulerOf({ BACKUP_EVERY_HOURS: "6" }, runTask, Date.now());
    const lines: unknown[] = [];
    const log = { info: () => undefined, warn: () => undefined };
    scheduler.start({ log: { ...log, error: (facts) => lines.push(facts) } });
    for (const minutes of [0, 16, 61]) {
      clock.advance({ minutes });
      await scheduler.runDue();
      expect(await scheduler.state()).toMatchObject({ failure: null });
    }
    expect(events).toEqual(["backup-made"]);
    const why = expect.stringMatching(/EISDIR/);
    expect(lines).toEqual([
      { stuck: [{ name: stuck, why }] },
      { stuck: [{ name: "front-desk-2020-01-03T10-00-00Z.tar.age", why }] },
    ]);
    expect(readdirSync(folder)).not.toContain(older);
    await scheduler.stop();
  });

  it("finds a row that a disk has changed, says so, and makes no backup of it", async () => {
    damage();
    const { scheduler, events } = schedulerOf({ BACKUP_EVERY_HOURS: "24" });
    await scheduler.runDue();
    const state = english(await scheduler.state());
    expect(state.store?.problems).toEqual(["a row of the table inquiry is not as it was written"]);
    expect(state.failure?.message).toBe(inEnglish(say("store.damaged")));
    expect(events).toEqual(["backup-failed"]);
    expect(readdirSync(folder)).toEqual([]);
    await scheduler.stop();
  });

  it("tells owners, the log and the audit log of files that are lost, and makes the backup without them", async () => {
    const [lost = "", other = ""] = await attach(dataDir, [Buffer.from("a file"), Buffer.from("another")]);
    const path = join(dataDir, pathOfFile(lost));
    const { backup } = readConfig({ BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient, BACKUP_EVERY_HOURS: "6" });
    const clock = createClock(Date.now());
    const events: BackupSchedulerEvents[] = [];
    // Runs in this process, which is faster than one for each.
    const perform = async (task: BackupTask): Promise<TaskOutcome> => {
      if (task.kind === "files") return { outcome: "files-checked", lost: await findLostFiles(task.dataDir) };
      if (task.kind === "backup") return { outcome: "made", backup: await makeBackup(task.order) };
      return { outcome: "checked", problems: [] };
    };
    const scheduler = createBackupScheduler({
      dataDir,
      plan: backup.present,
      record: async (event) => void events.push(event),
      now: clock.now,
      run: (task) => ({ pid: undefined, done: perform(task), stop: async () => undefined }),
    });
    const lines: unknown[] = [];
    const log = { info: () => undefined, warn: () => undefined };
    scheduler.start({ log: { ...log, error: (facts, message) => lines.push({ ...facts, message }) } });
    await scheduler.runDue();
    expect((await scheduler.state()).lostFiles).toEqual({ count: 0, inquiries: [] });
    // The next backup finds it, before the next check is due.
    rmSync(path);
    clock.advance({ hours: 7 });
    await scheduler.runDue();
    const reference = expect.stringMatching(/^[\dA-Z]{3}-[\dA-Z]{3}$/);
    const found = { count: 1, inquiries: [reference] };
    expect((await scheduler.state()).lostFiles).toEqual(found);
    expect(lines).toEqual([{ ...found, message: expect.stringContaining("files of inquiries are missing") }]);
    expect(events.map(({ kind, ...facts }) => [kind, "lost" in facts && facts.lost])).toEqual([
      ["backup-made", false],
      ["backup-made", 1],
    ]);
    // What backups have already is checked as well, once a day.
    writeFileSync(path, "a file");
    writeFileSync(join(dataDir, pathOfFile(other)), "changed");
    clock.advance({ hours: 25 });
    await scheduler.runDue();
    expect((await scheduler.state()).lostFiles).toEqual(found);
    writeFileSync(join(dataDir, pathOfFile(other)), "another");
    clock.advance({ hours: 25 });
    await scheduler.runDue();
    expect((await scheduler.state()).lostFiles).toEqual({ count: 0, inquiries: [] });
    await scheduler.stop();
  });

  it("reports, in the log and to owners, that a truncation would not be detected, until fixed", async () => {
    const count = join(dataDir, "front-desk.count");
    rmSync(count);
    mkdirSync(count);
    const { scheduler } = schedulerOf();
    const lines: string[] = [];
    const log = { info: () => undefined, warn: () => undefined };
    scheduler.start({ log: { ...log, error: (facts, message) => lines.push(`${message}: ${JSON.stringify(facts)}`) } });
    await scheduler.runDue();
    expect(lines).toEqual([expect.stringMatching(/^the store is not watched: .*front-desk\.count cannot be read/)]);
    expect(english(await scheduler.state()).store).toMatchObject({
      problems: [],
      unwatched: expect.stringContaining("give it the owner and the mode of the store"),
    });
    rmSync(count, { recursive: true });
    expect((await scheduler.state()).store?.unwatched).toBeNull();
    await scheduler.stop();
  });

  it("deletes what is past the retention, also replaced stores", async () => {
    mkdirSync(folder);
    const names = ["front-desk-2026-10-01T10-00-00Z.tar.age", "front-desk-2026-10-20T10-00-00Z.tar.age"];
    for (const name of names) writeFileSync(join(folder, name), "");
    for (const name of ["replaced-2026-10-01T10-00-00.000Z", "replaced-2026-10-20T10-00-00.000Z"]) {
      mkdirSync(join(dataDir, name));
      copyFileSync(join(dataDir, "front-desk.sqlite"), join(dataDir, name, "front-desk.sqlite"));
    }
    const { scheduler } = schedulerOf();
    await scheduler.runDue();
    expect(readdirSync(folder)).toEqual(names.slice(1));
    expect(readdirSync(dataDir).filter((name) => name.startsWith("replaced"))).toEqual([
      "replaced-2026-10-20T10-00-00.000Z",
    ]);
    await scheduler.stop();
  });

  it("keeps the last backup until there is a newer one, here or elsewhere, unless there should be none", async () => {
    mkdirSync(folder);
    const names = ["front-desk-2026-08-01T10-00-00Z.tar.age", "front-desk-2026-08-02T10-00-00Z.tar.age"];
    for (const name of names) writeFileSync(join(folder, name), "");
    const begin = async (last: LastBackup | null, days = 30) => {
      const { backup } = readConfig({ BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient });
      const present = { ...backup.present(), days };
      const scheduler = createBackupScheduler({
        dataDir,
        plan: () => present,
        shared: { database: { url: "" }, lastBackup: async () => last, purgeReplaced: async () => [] },
        record: async () => undefined,
        now: createClock().now,
      });
      await scheduler.runDue();
      await scheduler.stop();
      return readdirSync(folder);
    };
    expect(await begin(null)).toEqual(names.slice(1));
    expect(await begin({ madeAt: Date.UTC(2026, 7, 2, 10) + 500, bytes: 1 })).toEqual(names.slice(1));
    expect(await begin({ madeAt: Date.UTC(2030, 7, 2), bytes: 1 })).toEqual(names.slice(1));
    expect(await begin({ madeAt: Date.UTC(2026, 7, 3), bytes: 1 })).toEqual([]);
    writeFileSync(join(folder, names[0] ?? ""), "");
    expect(await begin(null, 0)).toEqual([]);
  });

  it("deletes what a restore or a backup that was killed has left, and nothing that may be going on", async () => {
    const { scheduler, clock } = schedulerOf();
    for (const [name, hours] of [
      [".restoring-killed", 25],
      [".backup-killed", 25],
      [".restoring-now", 1],
    ] as const) {
      mkdirSync(join(dataDir, name));
      writeFileSync(join(dataDir, name, "front-desk.sqlite"), "everything");
      const touched = new Date(clock.now() - hours * 3_600_000);
      utimesSync(join(dataDir, name), touched, touched);
    }
    await scheduler.runDue();
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([".restoring-now"]);
    await scheduler.stop();
  });

  it("stops immediately during a statement of the check", async () => {
    // Readers of the store then wait five seconds inside SQLite.
    const other = new DatabaseSync(join(dataDir, "front-desk.sqlite"));
    other.exec("pragma locking_mode = exclusive; begin immediate; pragma user_version = 1; commit");
    const outcomes: Array<Promise<TaskOutcome>> = [];
    const { scheduler } = schedulerOf({}, (task) => {
      const running = runTask(task);
      outcomes.push(running.done);
      return running;
    });
    const running = scheduler.runDue();
    await sleep(1500);
    await scheduler.stop();
    await running;
    // Had it waited for the statement, the check would have failed.
    expect(await Promise.all(outcomes)).toEqual([{ outcome: "stopped" }]);
    expect((await scheduler.state()).store).toMatchObject({ checkedAt: null, problems: [] });
    other.close();
  });

  it("reports the signal if the process that checks the store is killed", async () => {
    const other = new DatabaseSync(join(dataDir, "front-desk.sqlite"));
    other.exec("pragma locking_mode = exclusive; begin immediate; pragma user_version = 1; commit");
    const task = runTask({ kind: "check", file: join(dataDir, "front-desk.sqlite") });
    process.kill(task.pid ?? 0, "SIGKILL");
    expect(english(await task.done)).toEqual({ outcome: "failed", message: "its process ended (SIGKILL)" });
    other.close();
  });

  it("stops immediately during a backup, which leaves nothing in its folder", async () => {
    const begun = Promise.withResolvers<void>();
    const { scheduler } = schedulerOf({ BACKUP_EVERY_HOURS: "24" }, (task) => {
      if (task.kind === "backup") begun.resolve();
      return runTask(task);
    });
    const running = scheduler.runDue();
    await begun.promise;
    expect(await scheduler.state()).toMatchObject({ last: null });
    await scheduler.stop();
    await running;
    // The backup creates the folder.
    const left = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")) : [];
    expect(left).toEqual([]);
    const next = schedulerOf({ BACKUP_EVERY_HOURS: "24" });
    rmSync(folder, { recursive: true, force: true });
    await next.scheduler.runDue();
    expect(next.events).toEqual(["backup-made"]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith(".backup"))).toEqual([]);
    await next.scheduler.stop();
  });
});

describe("the outcome for alerts", () => {
  it("stays the same after a restart and without the files", async () => {
    const { now, advance } = createClock();
    const store = await openStore({ dataDir });
    const audit = createAudit({ store: store.audit, signing: await openSigning({ dataDir, keyFile: undefined }), now });
    const config = readConfig({
      DATA_DIR: dataDir,
      BACKUP_DIR: folder,
      BACKUP_RECIPIENT: recipient,
      BACKUP_EVERY_HOURS: "24",
    });
    const begin = (days = 30) => {
      const backup = createBackupPlan({ ...config.backup, server: { ...config.backup.server, days } });
      return createBackups({ store, config: { ...config, backup }, audit, now });
    };
    expect(await begin(0).outcome()).toEqual({ madeAt: null, isMissing: false, hasFailed: false });
    expect(await begin().outcome()).toEqual({ madeAt: null, isMissing: true, hasFailed: false });

    const madeAt = now();
    await begin().runDue();
    advance({ hours: 1 });
    rmSync(folder, { recursive: true });
    await audit.record({ kind: "backup-copy-failed", by: null, about: { why: "the bucket is away" } });
    expect(await begin().outcome()).toEqual({ madeAt, isMissing: false, hasFailed: false });

    await audit.record({ kind: "backup-failed", by: null, about: { why: "the disk is full" } });
    expect(await begin().outcome()).toEqual({ madeAt, isMissing: false, hasFailed: true });
    await audit.record({ kind: "backup-made", by: null, about: { bytes: 1 } });
    expect(await begin().outcome()).toEqual({ madeAt: now(), isMissing: false, hasFailed: false });

    const last = now();
    advance({ days: 365 });
    await audit.record({ kind: "backup-made", by: null, about: { bytes: 1 } });
    advance({ days: -365, hours: 1 });
    expect(await begin().outcome()).toEqual({ madeAt: last, isMissing: false, hasFailed: false });
    await audit.settled();
    await store.close();
  });
});

describe("the settings of backups", () => {
  it.each([
    [{ BACKUP_EVERY_HOURS: "24" }, "BACKUP_EVERY_HOURS needs BACKUP_DIR"],
    [{ BACKUP_EVERY_HOURS: "24", BACKUP_DIR: "b" }, "BACKUP_EVERY_HOURS needs BACKUP_PASSPHRASE"],
    [{ BACKUP_PASSPHRASE: "short" }, "BACKUP_PASSPHRASE must have at least 12 characters"],
    [{ BACKUP_PASSPHRASE_FILE: "/none" }, "BACKUP_PASSPHRASE_FILE: the file /none cannot be read"],
    [{ BACKUP_RECIPIENT: "somebody" }, "BACKUP_RECIPIENT must be an age recipient"],
    [{ BACKUP_IDENTITY_FILE: "/none" }, "BACKUP_IDENTITY_FILE: the file /none cannot be read"],
    [
      { BACKUP_PASSPHRASE: "a long passphrase", BACKUP_PASSPHRASE_FILE: "/none" },
      "BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE cannot be set together",
    ],
    [
      { BACKUP_PASSPHRASE: "a long passphrase", BACKUP_UNENCRYPTED: "true" },
      "BACKUP_UNENCRYPTED cannot be true together with BACKUP_PASSPHRASE",
    ],
  ])("%j are refused", (env, message) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(message);
  });
});
