import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { missingProgram, provideProgram } from "../../../../scripts/programs/debian.js";
import { day } from "#domain/time/durations.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { orderable } from "../../backup/backup-config.ts";
import { createBackupScheduler, type BackupSchedulerEvents } from "../../backup/scheduler.ts";
import { makeBackup } from "../../backup/make-backup.ts";
import { readConfig } from "../../config.ts";
import { openSigning } from "../../signing/create-signing.ts";
import { createServices } from "#server/compose.ts";
import { runProgram, startServer } from "../../testing-program.ts";
import { BackupElsewhereError } from "../last-backup.ts";
import { openStore, type Store } from "../../open-store.ts";
import { newInquiry } from "../testing.ts";
import { advisory } from "./locks.ts";
import { onServer } from "./testing-server.ts";

// Each test starts built programs, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { url } = inject("postgres");
const channel = "https://t.me/example_kept_desk";
const password = new URL(url).password;

let cwd: string;
let dataDir: string;
let database: string;
let env: Record<string, string>;
beforeAll(() => {
  for (const program of ["pg_dump", "pg_restore"]) {
    if (provideProgram(program, "postgresql-client") === undefined)
      throw new Error(missingProgram(program, "postgresql-client"));
  }
}, 600_000);
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-pg-backup-"));
  dataDir = join(cwd, "data");
  database = await newDatabase();
  env = {
    PATH: process.env["PATH"] ?? "",
    DATA_DIR: dataDir,
    DATABASE_URL: database,
    BACKUP_DIR: join(cwd, "backups"),
    BACKUP_PASSPHRASE: "",
    BACKUP_UNENCRYPTED: "true",
    LOG_LEVEL: "error",
  };
  await withServices(async ({ services, store }) => {
    await services.channels.add({ type: "telegram", value: channel, isActive: true, proof: "" });
    await services.audit.record({ kind: "signed-in", by: null, about: {} });
    await send(store, "before");
    await send(store, "tabs\tand\nlines \\ \\N \\. \u0939\u093f");
  });
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function newDatabase(): Promise<string> {
  const name = `kept_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  return `${url}/${name}`;
}

async function withServices<T>(
  use: (given: { services: Awaited<ReturnType<typeof createServices>>; store: Store }) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...env, LOG_LEVEL: "silent" });
  const store = await openStore(config);
  const signing = await openSigning({ dataDir: config.dataDir, keyFile: undefined });
  const services = await createServices(store, config, signing);
  try {
    if ((await signing.lastList.read()) === null) await services.audit.join();
    await services.channels.poll(true);
    return await use({ services, store });
  } finally {
    await services.audit.settled();
    await store.close();
  }
}

async function send(store: Store, query: string): Promise<string> {
  const inquiry = newInquiry({ ...goodInquiry, query });
  const message = { id: randomUUID(), kind: "inquiry", channel: "email", payload: "{}" };
  await store.inquiries.insert(inquiry, [message], Date.now());
  return inquiry.id;
}

async function run(name: "backup-cli" | "restore-cli", args: string[] = [], change: Record<string, string> = {}) {
  const { child, ended } = runProgram(name, { cwd, args, env: { ...env, ...change } });
  child.stdin.end();
  return ended;
}

const backups = () => (existsSync(join(cwd, "backups")) ? readdirSync(join(cwd, "backups")) : []);
const file = () => join("backups", backups()[0] ?? "");
const asked = <T extends object>(query: string) =>
  onServer(database, async (client) => (await client.query<T>(query)).rows);

describe("npm run backup", () => {
  it("reports in one line what is missing or incompatible", async () => {
    const programs = join(cwd, "bin");
    const none = await run("backup-cli", [], { PATH: "/nowhere" });
    expect(none.stderr).toBe(
      "pg_dump is missing: install PostgreSQL's client programs (Debian: apt-get install postgresql-client), or " +
        "set PG_BIN to their folder\n",
    );
    mkdirSync(programs);
    expect((await run("backup-cli", [], { PG_BIN: programs })).stderr).toBe(
      `PG_BIN: there is no pg_dump in ${programs}\n`,
    );
    for (const program of ["pg_dump", "pg_restore"]) {
      writeFileSync(join(programs, program), `#!/bin/sh\necho "${program} (PostgreSQL) 13.9"\n`);
      chmodSync(join(programs, program), 0o700);
    }
    expect((await run("backup-cli", [], { PG_BIN: programs })).stderr).toMatch(
      /^.*pg_dump is version 13, and the server is version 15, which it does not support: install pg_dump of version 15 or newer \(Debian: apt-get install postgresql-client-15, .*\n$/,
    );
    expect((await run("backup-cli", [], { BACKUP_DIR: "" })).stderr).toMatch(/^npm run backup needs BACKUP_DIR/);
    expect(backups()).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("shows the password in no process list and no output", async () => {
    const programs = join(cwd, "bin");
    const seen = join(cwd, "seen");
    mkdirSync(programs);
    for (const program of ["pg_dump", "pg_restore"]) {
      const real = provideProgram(program);
      writeFileSync(join(programs, program), `#!/bin/sh\necho "$0 $@" >> ${seen}\nexec ${real} "$@"\n`);
      chmodSync(join(programs, program), 0o700);
    }
    const made = await run("backup-cli", [], { PG_BIN: programs });
    expect([made.stderr, made.code]).toEqual(["", 0]);
    expect(readFileSync(seen, "utf8")).toContain(`--dbname=postgres://desk@127.0.0.1`);
    expect(readFileSync(seen, "utf8")).not.toContain(password);
    const wrong = await run("backup-cli", [], { DATABASE_URL: database.replace(password, "mistaken-one") });
    expect(wrong.stderr).toMatch(/^DATABASE_URL: the server refuses the user or the password/);
    expect(wrong.stderr).not.toContain("mistaken-one");
  });

  it("is rejected if the dump differs from the store", async () => {
    const programs = join(cwd, "bin");
    mkdirSync(programs);
    const real = { dump: provideProgram("pg_dump"), restore: provideProgram("pg_restore") };
    // The dump differs by one letter of an inquiry.
    writeFileSync(join(programs, "pg_dump"), `#!/bin/sh\nexec ${real.dump} "$@"\n`);
    writeFileSync(join(programs, "pg_restore"), `#!/bin/sh\n${real.restore} "$@" | sed 's/tabs/tubs/'\n`);
    for (const program of ["pg_dump", "pg_restore"]) chmodSync(join(programs, program), 0o700);
    const { stderr, code } = await run("backup-cli", [], { PG_BIN: programs });
    expect(stderr).toBe("the table inquiry of the dump has 2 rows that are not the 2 of the store\n");
    expect(code).toBe(1);
    expect(backups()).toEqual([]);
  });

  it("is made by one program at a time", async () => {
    const { stderr, code } = await onServer(database, async (client) => {
      await client.query(`select pg_advisory_lock(${advisory("backup")})`);
      return run("backup-cli");
    });
    expect([stderr, code]).toEqual(["another backup is being made\n", 1]);
  });
});

describe("the schedule", () => {
  it("is made by one of two instances, each with its own folder, until the next is due", async () => {
    const schedule = { BACKUP_EVERY_HOURS: "24" };
    const folders = ["one", "two"].map((name) => join(cwd, name));
    const events: BackupSchedulerEvents["kind"][] = [];
    await withServices(async ({ store }) => {
      let time = Date.now();
      const schedulers = folders.map((folder, place) => {
        const own = { ...env, ...schedule, DATA_DIR: join(cwd, `data ${place}`), BACKUP_DIR: folder };
        const { dataDir: its, backup, database: shared } = readConfig(own);
        mkdirSync(its);
        return createBackupScheduler({
          dataDir: its,
          plan: backup.present,
          record: async ({ kind }) => void events.push(kind),
          now: () => time,
          shared: { database: shared!, lastBackup: store.lastBackup, purgeReplaced: store.purgeReplaced },
        });
      });
      const made = () => folders.map((folder) => (existsSync(folder) ? readdirSync(folder).length : 0));
      const total = () => made().reduce((sum, count) => sum + count, 0);
      await Promise.all(schedulers.map((scheduler) => scheduler.runDue()));
      expect(total()).toBe(1);
      for (const scheduler of schedulers) {
        await scheduler.runDue();
        expect(await scheduler.state()).toMatchObject({
          last: { bytes: expect.any(Number) },
          failure: null,
          store: null,
        });
      }
      expect(total()).toBe(1);
      time += 25 * 3_600_000;
      await Promise.all(schedulers.map((scheduler) => scheduler.runDue()));
      expect(total()).toBe(2);
      expect(events).toEqual(["backup-made", "backup-made"]);
    });
  });

  it("is checked again on its turn: another instance may have made the due backup", async () => {
    const { backup, database: shared } = readConfig(env);
    const order = { ...orderable(backup.server), dataDir, database: shared };
    const before = Date.now() - 1;
    await makeBackup({ ...order, after: 0 });
    await expect(makeBackup({ ...order, after: before })).rejects.toThrow(BackupElsewhereError);
    expect(backups()).toHaveLength(1);
    // One of a clock that was ahead stops none.
    await makeBackup({ ...order, after: before }, undefined, () => before - 365 * day);
    expect(backups()).toHaveLength(2);
  });

  it("is run by a server", async () => {
    const server = await startServer({ cwd, env: { ...env, BACKUP_EVERY_HOURS: "24" } });
    await expect.poll(() => backups().filter((name) => name.startsWith("front")).length, { timeout: 60_000 }).toBe(1);
    server.signal("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
  });
});

it("a backup of a running server is encrypted, and restores into an empty database", async () => {
  const identity = await generateIdentity();
  writeFileSync(join(cwd, "key.txt"), identity);
  env["BACKUP_UNENCRYPTED"] = "false";
  env["BACKUP_RECIPIENT"] = await identityToRecipient(identity);
  env["BACKUP_IDENTITY_FILE"] = join(cwd, "key.txt");
  const server = await startServer({ cwd, env });
  const made = await run("backup-cli");
  expect([made.stderr, made.code]).toEqual(["", 0]);
  const [, key = ""] =
    /^Made and checked: .*\.tar\.age \(\d+ kB, 2 inquiries\)\nSigned with the key ([\w-]{43}): /.exec(made.stdout) ??
    [];
  server.signal("SIGTERM");
  await server.ended;
  expect(readFileSync(join(cwd, file())).includes("tabs")).toBe(false);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);

  // Another machine: an empty folder and an empty database.
  env["DATA_DIR"] = join(cwd, "elsewhere");
  database = await newDatabase();
  env["DATABASE_URL"] = database;
  const rejected = await run("restore-cli", [file(), "--yes"]);
  expect(rejected.stderr).toContain(`it is of the key ${key}, and there is none here to compare it with`);
  expect(rejected.code).toBe(1);
  expect(existsSync(env["DATA_DIR"])).toBe(false);
  const preview = await run("restore-cli", [file(), `--accept-key=${key}`]);
  expect(preview.stdout).toMatch(/is whole\. .* holds 2 inquiries\.\nThere is no store in the database\.\nNothing has/);
  const { stdout, stderr, code } = await run("restore-cli", [file(), `--accept-key=${key}`, "--yes"]);
  expect([stderr, code]).toEqual(["", 0]);
  expect(stdout).toContain("Restored, and checked: the database. Everybody has to sign in again.");
  expect(readdirSync(env["DATA_DIR"]).sort()).toEqual([
    "audit-log.head.json",
    "members.head.json",
    "official-channels.sealed.json",
    "settings.signed.json",
    "signing-key.pem",
  ]);
  const again = await startServer({ cwd, env });
  expect(await (await fetch(`${again.origin}/api/contacts/active`)).text()).toContain(channel);
  again.signal("SIGTERM");
  expect(await again.ended).toMatchObject({ code: 0, stderr: "" });
  await withServices(async ({ services, store }) => {
    expect((await services.audit.check()).outcome).toBe("whole");
    expect((await store.inbox.list({ search: "\\." }, { limit: 10 })).rows).toHaveLength(1);
    expect(await store.outbox.claim("email", Date.now(), { max: 10, except: [] })).toEqual([]);
    await send(store, "a new one");
  });
});

it("a restore over a newer store lists what would be lost, repeats erasures, and keeps the replaced store", async () => {
  const erased = await withServices(({ store }) => send(store, "to be erased"));
  await run("backup-cli");
  await withServices(async ({ store }) => {
    await store.inquiries.erase(await store.inbox.numbersOf([erased]), "visitor", Date.now());
    await send(store, "after");
    await send(store, "after");
  });
  const { stdout } = await run("restore-cli", [file(), "--yes"]);
  expect(stdout).toContain("It is NEWER: 2 inquiries were accepted after the backup");
  expect(stdout).toContain("1 erasure that the backup does not know will be made again.");
  expect(stdout).toContain("Nothing has been changed.");

  const done = await run("restore-cli", [file(), "--replace"]);
  expect([done.stderr, done.code]).toEqual(["", 0]);
  expect(done.stdout).toContain("Erased again: 1 of them were in the backup.");
  const [, schema = ""] =
    /What was there is in the schema (replaced_\w+) of the database and .*replaced-/.exec(done.stdout) ?? [];
  expect(await asked("select query from inquiry order by number")).toMatchObject([{ query: "before" }, {}]);
  expect(await asked(`select from ${schema}.inquiry`)).toHaveLength(4);
  // Nothing of the old store remains next to the new one.
  expect(await asked("select from pg_proc where pronamespace = 'public'::regnamespace")).toHaveLength(3);
  expect(await asked("select entry::json ->> 'kind' as kind from audit_entry order by number desc limit 1")).toEqual([
    { kind: "restored" },
  ]);
  await withServices(async ({ store }) => {
    expect(await store.purgeReplaced(Date.now() - 3_600_000)).toEqual([]);
    expect(await store.purgeReplaced(Date.now() + 1000)).toEqual([schema]);
  });
  expect(await asked("select from pg_namespace where nspname ^@ 'replaced'")).toEqual([]);
});

describe("npm run restore", () => {
  beforeEach(() => run("backup-cli"));

  it("is rejected while an instance runs, and for a backup of the other engine", async () => {
    const server = await startServer({ cwd, env });
    const { stderr, code } = await run("restore-cli", [file(), "--replace"]);
    expect(stderr).toMatch(
      /^a program is using the database \(\d+ connections called front-desk or front-desk-files\); stop all instances/,
    );
    expect(code).toBe(1);
    server.signal("SIGTERM");
    await server.ended;

    const embedded = { DATABASE_URL: "", DATA_DIR: join(cwd, "embedded") };
    const accepting = async (dir: string) =>
      `--accept-key=${(await run("backup-cli", ["fingerprint"], { DATA_DIR: dir })).stdout.trim()}`;
    const wrong = await run("restore-cli", [file(), "--yes", await accepting(dataDir)], embedded);
    expect(wrong.stderr).toMatch(/: it is of a store in PostgreSQL: say in DATABASE_URL which database it goes to\n$/);
    await (await openStore({ dataDir: embedded.DATA_DIR })).close();
    rmSync(join(cwd, "backups"), { recursive: true });
    await run("backup-cli", [], embedded);
    const other = await run("restore-cli", [file(), "--yes", await accepting(embedded.DATA_DIR)]);
    expect(other.stderr).toMatch(
      /: it is of the embedded store: leave DATABASE_URL out to restore it, and move it then/,
    );
  });

  /** Runs `script` for each call of `pg_restore`, with the number of the call in `$n`, in place of the program. */
  const replacePgRestore = (script: string): string => {
    const programs = join(cwd, "bin");
    mkdirSync(programs);
    const count = join(cwd, "calls");
    writeFileSync(
      join(programs, "pg_restore"),
      `#!/bin/sh\ncase "$*" in *data-only*) echo >> ${count}; n=$(wc -l < ${count});; esac\n${script}\n` +
        `exec ${provideProgram("pg_restore")} "$@"\n`,
    );
    writeFileSync(join(programs, "pg_dump"), `#!/bin/sh\nexec ${provideProgram("pg_dump")} "$@"\n`);
    for (const program of ["pg_dump", "pg_restore"]) chmodSync(join(programs, program), 0o700);
    return programs;
  };

  it("that was interrupted while it filled the tables changes nothing", async () => {
    // The first two calls read the dump to check it.
    const programs = replacePgRestore('[ "$n" = 3 ] && kill -9 $PPID');
    await withServices(({ store }) => send(store, "after"));
    expect((await run("restore-cli", [file(), "--replace"], { PG_BIN: programs })).code).toBe(null);
    await withServices(async ({ store }) => expect(await store.inquiries.count()).toBe(3));
  });

  it("that was interrupted after that blocks starts, keeps the old store, and can be repeated", async () => {
    const erased = await withServices(({ store }) => send(store, "to be erased"));
    rmSync(join(cwd, "backups"), { recursive: true });
    await run("backup-cli");
    await withServices(async ({ store }) =>
      store.inquiries.erase(await store.inbox.numbersOf([erased]), "visitor", Date.now()),
    );
    // One of us holds a lock that repeating the erasures needs; the old store has been moved away by then.
    await onServer(database, async (client) => {
      await client.query(`select pg_advisory_lock(${advisory("turn")})`);
      const { child, ended } = runProgram("restore-cli", { cwd, args: [file(), "--replace"], env });
      const isMoved = async () => (await asked("select where to_regclass('restore_unfinished') is not null")).length;
      await expect.poll(isMoved, { timeout: 60_000 }).toBe(1);
      child.kill("SIGKILL");
      expect((await ended).code).toBe(null);
    });
    const { stderr } = await runProgram("main", { cwd, env: { ...env, PORT: "0" } }).ended;
    expect(stderr).toBe(
      "DATABASE_URL: the database cannot be used: a restore into it was not finished: run it again (npm run restore)\n",
    );
    const again = await run("restore-cli", [file(), "--replace"]);
    expect([again.stderr, again.code]).toEqual(["", 0]);
    expect(again.stdout).toContain("Erased again: 1 of them were in the backup.");
    expect(again.stdout).toMatch(/What was there is in the schema replaced_\w+ of the database/);
    await withServices(async ({ services, store }) => {
      expect((await services.audit.check()).outcome).toBe("whole");
      expect(await store.inquiries.count()).toBe(2);
    });
  });
});
