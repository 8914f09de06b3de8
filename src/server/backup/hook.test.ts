import { say } from "#copy/server/say.ts";
import { english } from "../testing-message-codes.ts";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { day } from "#domain/time/durations.ts";
import { readConfig } from "../config.ts";
import { createClock } from "../testing-clock.ts";
import { hookedBackup, runHook } from "./hook.ts";
import { backupName } from "./stored-backups.ts";
import { createBackupScheduler } from "./scheduler.ts";
import type { TaskOutcome } from "./scheduler-task.ts";

let cwd: string;
let folder: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-hook-"));
  folder = join(cwd, "backups");
  mkdirSync(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cwd, { recursive: true });
});

const name = backupName(Date.now(), true);
const out = () => join(cwd, "out");
/** Path of the file to which a hook writes the id of the process that it has started. */
const pidFile = () => join(cwd, "hook.pid");

const s3 = {
  BACKUP_S3_ENDPOINT: "https://s3.example.com/",
  BACKUP_S3_BUCKET: "backups",
  BACKUP_S3_ACCESS_KEY_ID: "key",
  BACKUP_S3_SECRET_ACCESS_KEY: "a secret",
};

function hook(script: string, minutes = 1) {
  const program = join(cwd, "hook");
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return { program, minutes, env: {} };
}

describe("the hook", () => {
  it("gets the backup's path, and none of the settings", async () => {
    vi.stubEnv("BACKUP_PASSPHRASE", "a long passphrase");
    writeFileSync(join(cwd, "token"), "a-long-token-of-metrics");
    const secret = {
      METRICS_TOKEN_FILE: join(cwd, "token"),
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "a header",
      PGPASSWORD: "a password",
    };
    const env = { ...process.env, ...secret, RCLONE_CONFIG: "of the operator" };
    const { program } = hook(`echo "$1" "$BACKUP_FILE" > ${out()}; env >> ${out()}`);
    const config = readConfig({ ...env, BACKUP_HOOK: program }).backup.server.hook;
    if (config === undefined) throw new Error("there is no hook");
    const outcome = english(await runHook(config, folder, name).done);
    expect(outcome).toEqual({ ok: true });
    expect(await hookedBackup(folder)).toBe(name);
    const said = readFileSync(out(), "utf8");
    expect(said.startsWith(`${join(folder, name)} ${join(folder, name)}\n`)).toBe(true);
    expect(said).toContain("RCLONE_CONFIG=of the operator");
    expect(said).not.toMatch(/a long passphrase|METRICS_TOKEN|a header|a password/);
  });

  it("that fails says how, with the end of its output in one line, and does not count", async () => {
    const outcome = english(await runHook(hook("seq 100; echo 'no space left' >&2; exit 3"), folder, name).done);
    expect(outcome).toEqual({
      ok: false,
      reason: "failed",
      message: expect.stringMatching(/^BACKUP_HOOK: hook ended with 3: .*$/),
    });
    expect(outcome).toHaveProperty("message", expect.stringContaining("no space left"));
    expect(await hookedBackup(folder)).toBeNull();
    const missing = english(await runHook({ ...hook(""), program: join(cwd, "none") }, folder, name).done);
    expect(missing).toEqual({ ok: false, reason: "failed", message: "BACKUP_HOOK: none cannot be started (ENOENT)" });
    const impossible = { ...hook(""), program: join(cwd, "no\0ne") };
    for (let time = 0; time < 2; time += 1)
      expect(english(await runHook(impossible, folder, name).done)).toMatchObject({
        message: expect.stringContaining("cannot be started (ERR_INVALID_ARG_VALUE)"),
      });
  });

  it("that takes too long, or is stopped, ends with all that it has started", async () => {
    const long = hook(`(sleep 30; touch ${out()}) & echo $! > $0.pid; sleep 60`);
    const started = () => Number(existsSync(pidFile()) && readFileSync(pidFile(), "utf8"));
    // One that is over has no command line though nobody may have waited for it, as in a container without an init.
    const runs = (pid: number) => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
    expect(runs(process.pid)).toBe(true);
    const late = english(await runHook({ ...long, minutes: 3 / 60 }, folder, name).done);
    expect(late).toMatchObject({
      ok: false,
      reason: "failed",
      message: expect.stringContaining("hook was stopped after"),
    });
    const pids = [started()];
    rmSync(pidFile());
    const stopped = runHook(long, folder, name);
    await expect.poll(started).toBeGreaterThan(0);
    pids.push(started());
    await expect(async () => runHook(long, folder, name)).rejects.toThrow("another program is copying");
    await stopped.stop();
    expect(await stopped.done).toEqual({ ok: false, reason: "stopped" });
    for (const pid of pids) await expect.poll(() => runs(pid)).toBe(false);
    expect(existsSync(out())).toBe(false);
  });
});

describe("a hook that starts what runs on in its own session", () => {
  // It holds the hook's output open.
  const script = "setsid sleep 60 & echo $! > $0.pid";
  afterEach(() => process.kill(Number(readFileSync(pidFile(), "utf8"))));

  it.each([
    ["ends by itself", `${script}; sleep 0.2`, 60, { ok: true }],
    [
      "takes too long",
      `${script}; sleep 60`,
      5,
      { ok: false, reason: "failed", message: expect.stringContaining("was stopped after") },
    ],
  ])("and %s is over", { timeout: 50_000 }, async (_what, lines, seconds, outcome) => {
    expect(english(await runHook(hook(lines, seconds / 60), folder, name).done)).toEqual(outcome);
  });
});

describe("the scheduler", () => {
  function schedulerOf(env: Record<string, string>, outcome: () => TaskOutcome | Promise<TaskOutcome>) {
    // Backup names use the machine's clock.
    const clock = createClock(Date.now());
    const { backup } = readConfig({ BACKUP_DIR: folder, ...env });
    const tasks: string[] = [];
    const events: string[] = [];
    const scheduler = createBackupScheduler({
      dataDir: cwd,
      plan: backup.present,
      record: async (event) => void events.push(JSON.stringify(event)),
      now: clock.now,
      run: ({ kind }) => {
        const checks: Partial<Record<typeof kind, TaskOutcome>> = {
          check: { outcome: "checked", problems: [] },
          files: { outcome: "files-checked", lost: { count: 0, inquiries: [] } },
        };
        if (checks[kind] === undefined) tasks.push(kind);
        const done = Promise.resolve(checks[kind] ?? outcome());
        return { pid: undefined, done, stop: async () => undefined };
      },
    });
    return { scheduler, clock, tasks, events };
  }

  it("runs it for each new backup, also for one that a command made, and again after a failure", async () => {
    const { program } = hook(`echo run >> ${out()}; exit $(cat ${join(cwd, "code")})`);
    writeFileSync(join(cwd, "code"), "1");
    writeFileSync(join(folder, name), "a backup");
    const { scheduler, clock, events } = schedulerOf({ BACKUP_HOOK: program }, () => ({ outcome: "stopped" }));
    const runs = () => readFileSync(out(), "utf8").split("\n").length - 1;
    await scheduler.runDue();
    await scheduler.runDue();
    expect(runs()).toBe(1);
    const message = "BACKUP_HOOK: hook ended with 1";
    const said = say("hook.failed", { program: "hook", what: say("hook.ended", { code: "1" }) });
    expect(english(await scheduler.state()).copies).toMatchObject([{ to: "hook", madeAt: null, failure: { message } }]);
    clock.advance({ minutes: 16 });
    await scheduler.runDue();
    expect([runs(), events]).toEqual([2, [JSON.stringify({ kind: "backup-copy-failed", why: said })]]);
    writeFileSync(join(cwd, "code"), "0");
    clock.advance({ minutes: 16 });
    await scheduler.runDue();
    clock.advance({ hours: 2 });
    await scheduler.runDue();
    expect(runs()).toBe(3);
    expect(english(await scheduler.state()).copies).toMatchObject([
      { to: "hook", madeAt: expect.any(String), failure: null },
    ]);
    writeFileSync(join(folder, backupName(Date.now() + 5000, true)), "a backup");
    await scheduler.runDue();
    expect(runs()).toBe(4);
    await scheduler.stop();
  });

  it("runs it for each backup after one of a clock that was ahead", async () => {
    const { program } = hook(`basename $1 >> ${out()}`);
    const { scheduler, clock } = schedulerOf({ BACKUP_HOOK: program }, () => ({ outcome: "stopped" }));
    const at = Math.floor(clock.now() / 1000) * 1000;
    const [last, ahead] = [backupName(at, true), backupName(at + 365 * day, true)];
    for (const each of [ahead, last]) writeFileSync(join(folder, each), "a backup");
    writeFileSync(join(folder, ".front-desk-hook"), ahead);
    await scheduler.runDue();
    expect(readFileSync(out(), "utf8")).toBe(`${last}\n`);
    expect(english(await scheduler.state()).copies).toMatchObject([
      { madeAt: new Date(at).toISOString(), failure: null },
    ]);
    await scheduler.stop();
  });

  it("runs it while the bucket is slow, and lets neither wait for the other", async () => {
    const { program } = hook(`touch ${out()}`);
    writeFileSync(join(folder, name), "a backup");
    const slow = Promise.withResolvers<TaskOutcome>();
    const { scheduler, tasks } = schedulerOf({ ...s3, BACKUP_HOOK: program }, () => slow.promise);
    const running = scheduler.runDue();
    await expect.poll(() => existsSync(out())).toBe(true);
    expect(tasks).toEqual(["offsite"]);
    slow.resolve({ outcome: "stopped" });
    await running;
    await scheduler.stop();
  });

  it("starts none during a stop", async () => {
    const { program } = hook(`touch ${out()}`);
    writeFileSync(join(folder, name), "a backup");
    // Its note cannot be read to the end until the stop has begun.
    const note = join(folder, ".front-desk-hook");
    execFileSync("mkfifo", [note]);
    const { scheduler } = schedulerOf({ BACKUP_HOOK: program }, () => ({ outcome: "stopped" }));
    const running = scheduler.runDue();
    const writer = await open(note, "w");
    const stopped = scheduler.stop();
    await writer.close();
    await Promise.all([running, stopped]);
    expect(existsSync(out())).toBe(false);
  });

  it("copies to the bucket when there is a new backup, every hour, and sooner after a failure", async () => {
    let outcome: TaskOutcome = {
      outcome: "copied",
      copies: { uploaded: [name], deleted: [], newest: 1000, ahead: [] },
    };
    const { scheduler, clock, tasks, events } = schedulerOf(s3, () => outcome);
    await scheduler.runDue();
    await scheduler.runDue();
    expect(tasks).toHaveLength(1);
    writeFileSync(join(folder, name), "a backup");
    await scheduler.runDue();
    expect(tasks).toHaveLength(2);
    outcome = { outcome: "failed", message: say("bucket.responds", { setting: "BACKUP_S3_ENDPOINT", status: "503" }) };
    clock.advance({ minutes: 61 });
    await scheduler.runDue();
    clock.advance({ minutes: 16 });
    await scheduler.runDue();
    expect(tasks).toEqual(["offsite", "offsite", "offsite", "offsite"]);
    expect(events).toEqual([
      JSON.stringify({
        kind: "backup-copy-failed",
        why: say("bucket.responds", { setting: "BACKUP_S3_ENDPOINT", status: "503" }),
      }),
    ]);
    const madeAt = "1970-01-01T00:00:01.000Z";
    expect(english(await scheduler.state()).copies).toEqual([
      {
        to: "s3",
        madeAt,
        failure: { at: expect.any(String), message: "BACKUP_S3_ENDPOINT: the server responds with 503" },
      },
    ]);
    await scheduler.stop();
  });
});

describe("the settings of copies", () => {
  it.each([
    [
      { BACKUP_S3_BUCKET: "backups" },
      "BACKUP_S3_ENDPOINT and BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must",
    ],
    [{ ...s3, BACKUP_S3_ENDPOINT: "http://10.0.0.1:9000" }, "BACKUP_S3_ENDPOINT must be an https address (or set"],
    [
      // secretlint-disable-next-line -- made up
      { ...s3, BACKUP_S3_ENDPOINT: "https://key:secret@s3.example.com" },
      "BACKUP_S3_ENDPOINT must be an address without a user",
    ],
    [{ ...s3, BACKUP_S3_BUCKET: "Backups/desk" }, "BACKUP_S3_BUCKET must be the name of a bucket"],
    [{ ...s3, BACKUP_S3_PREFIX: "../desk" }, "BACKUP_S3_PREFIX must be a folder in the bucket"],
    [{ ...s3, BACKUP_UNENCRYPTED: "true" }, "BACKUP_UNENCRYPTED cannot be true together with BACKUP_S3_BUCKET"],
    [{ BACKUP_PASSPHRASE_PREVIOUS: "short" }, "BACKUP_PASSPHRASE_PREVIOUS must have at least 12 characters"],
  ])("%j are refused", (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it.each(["http://localhost:9000", "http://127.0.0.1:9000", "http://[::1]:9000"])("%s needs no TLS", (endpoint) => {
    expect(readConfig({ ...s3, BACKUP_S3_ENDPOINT: endpoint }).backup.server.offsite?.endpoint).toBe(endpoint);
  });

  it("take plain http where that is said, and the previous passphrase to open older backups", () => {
    const { offsite, secrets } = readConfig({
      ...s3,
      BACKUP_S3_ENDPOINT: "http://10.0.0.1:9000/",
      BACKUP_S3_PLAIN_HTTP: "true",
      BACKUP_PASSPHRASE: "the new passphrase",
      BACKUP_PASSPHRASE_PREVIOUS: "the old passphrase",
    }).backup.server;
    expect(offsite).toMatchObject({ endpoint: "http://10.0.0.1:9000", prefix: "", region: "us-east-1", keep: 14 });
    expect(secrets).toMatchObject({ passphrase: "the new passphrase", previous: "the old passphrase" });
  });
});
