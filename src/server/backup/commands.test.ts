import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { openStore } from "../open-store.ts";
import { newInquiry } from "../store/testing.ts";
import { pathOfFile } from "../store/files/file-folder.ts";
import { takeCopyLock } from "./hook.ts";
import { attach } from "./testing-files.ts";
import { runProgram, startServer } from "../testing-program.ts";

let cwd: string;
let dataDir: string;
let env: Record<string, string>;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-commands-"));
  dataDir = join(cwd, "data");
  env = { DATA_DIR: dataDir, BACKUP_DIR: join(cwd, "backups"), BACKUP_UNENCRYPTED: "true", LOG_LEVEL: "error" };
  await send(2);
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function send(count: number): Promise<void> {
  const store = await openStore({ dataDir });
  for (let number = 0; number < count; number += 1)
    await store.inquiries.insert(newInquiry(goodInquiry), [], Date.now());
  await store.close();
}

async function run(name: "backup-cli" | "restore-cli" | "admin-cli", args: string[] = [], change = {}, typed = "") {
  const { child, ended } = runProgram(name, { cwd, args, env: { ...env, ...change } });
  child.stdin.end(typed);
  return ended;
}

const backups = () => readdirSync(join(cwd, "backups"));
const file = () => join("backups", backups()[0] ?? "");
const entries = () => {
  const database = new DatabaseSync(join(dataDir, "front-desk.sqlite"), { readOnly: true });
  const rows = database.prepare("select entry from audit_entry order by number").all();
  database.close();
  return rows.map(({ entry }): { kind: string } => JSON.parse(String(entry)));
};
const kinds = () => entries().map(({ kind }) => kind);

describe("npm run backup", () => {
  it.each([
    [{ BACKUP_DIR: "" }, "npm run backup needs BACKUP_DIR, the folder that backups go to"],
    [{ BACKUP_UNENCRYPTED: "" }, "npm run backup needs BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE or BACKUP_RECIPIENT"],
    [{ DATA_DIR: "nowhere" }, "DATA_DIR: there is no store in"],
    [{ BACKUP_DIR: "/dev/null/backups" }, "BACKUP_DIR: the folder /dev/null/backups: it cannot be written"],
  ])("with %j reports what is missing, in one line", async (change, message) => {
    const { stderr, code } = await run("backup-cli", [], change);
    expect(stderr.startsWith(message)).toBe(true);
    expect([stderr.trimEnd().split("\n").length, code]).toEqual([1, 1]);
  });

  it("is rejected if the privacy page says that there are none", async () => {
    writeFileSync(join(cwd, "site.json"), JSON.stringify({ legal: { backupDays: 0 } }));
    const { stderr } = await run("backup-cli", [], { SITE_CONFIG: join(cwd, "site.json") });
    expect(stderr).toContain("legal.backupDays is 0, with which the privacy page says that there are no backups");
  });

  it("that the disk does not take to its end leaves nothing half-written", async () => {
    // The limit is the store's size, so the backup, which holds as much that cannot be compressed, does not fit.
    const { size } = statSync(join(dataDir, "front-desk.sqlite"));
    const blocks = size / 512;
    writeFileSync(join(dataDir, "noise"), randomBytes(size));
    const program = join(import.meta.dirname, "../../../dist/server/backup-cli.js");
    const line =
      `trap '' XFSZ; ulimit -f ${blocks}; exec "${process.execPath}" --disable-warning=ExperimentalWarning ` +
      `"${program}"`;
    const child = spawn("sh", ["-c", line], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const [wrong, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect(wrong).toMatch(/^BACKUP_DIR: the folder .*: it cannot hold a file of this size\n$/);
    expect(code).toBe(1);
    expect(backups()).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
    expect(kinds()).toEqual(["backup-failed"]);
  });

  it("warns if a truncation of the store would not be detected", async () => {
    rmSync(join(dataDir, "front-desk.count"));
    mkdirSync(join(dataDir, "front-desk.count"), { mode: 0o700 });
    const { stdout, stderr, code } = await run("backup-cli");
    expect(stdout).toContain("Made and checked:");
    expect(stderr).toMatch(/^DATA_DIR: the file .*front-desk\.count cannot be read and written \(EISDIR\).*\n$/);
    expect(code).toBe(0);
  });

  it("names the old backup that it could not delete", async () => {
    const old = "front-desk-2020-01-01T00-00-00Z.tar";
    mkdirSync(join(cwd, "backups", old), { recursive: true });
    const { stdout, stderr, code } = await run("backup-cli");
    expect(stdout).toContain("Made and checked:");
    expect(stderr).toMatch(/^BACKUP_DIR: the old backup front-desk-2020-.*\.tar could not be deleted \(\w+\): .*\n$/);
    expect(code).toBe(0);
    expect(kinds()).toEqual(["backup-made"]);
  });

  it("names the inquiries whose files are lost, as the restore of it does", async () => {
    const [lost = "", gone = ""] = await attach(dataDir, [Buffer.from("a"), Buffer.from("b"), Buffer.from("c")]);
    writeFileSync(join(dataDir, pathOfFile(lost)), "changed");
    rmSync(join(dataDir, pathOfFile(gone)));
    const made = await run("backup-cli");
    const said = String.raw`2 files of the inquiry [\dA-Z]{3}-[\dA-Z]{3}\. `;
    expect(made.stderr).toMatch(
      new RegExp(String.raw`^DATA_DIR: missing, or changed: ${said}See "A damaged store".*\n$`),
    );
    expect(made.code).toBe(0);
    const [name = ""] = backups().filter((each) => each.endsWith(".tar"));
    const restored = await run("restore-cli", [join("backups", name)]);
    expect(restored.stdout).toMatch(
      new RegExp(`Not in it, since they were lost when it was made: ${said.trimEnd()}\n`),
    );
  });

  it("is restored without the files that are missing beside it, if that is said", async () => {
    const [kept = ""] = await attach(dataDir, [Buffer.from("kept")]);
    await run("backup-cli");
    await attach(dataDir, [Buffer.from("a"), Buffer.from("b")]);
    await run("backup-cli");
    const [name = ""] = backups()
      .filter((each) => each.endsWith(".tar"))
      .toSorted()
      .slice(-1);
    const pool = join(cwd, "backups/pooled-files");
    for (const one of readdirSync(pool, { recursive: true, withFileTypes: true }))
      if (one.isFile() && readFileSync(join(one.parentPath, one.name)).length === 1)
        rmSync(join(one.parentPath, one.name));
    const refused = await run("restore-cli", [join("backups", name)]);
    const files = String.raw`2 files of the inquiry [\dA-Z]{3}-[\dA-Z]{3}\. `;
    expect(refused.stderr).toMatch(
      new RegExp(`missing or damaged are ${files}.* or add --without-missing-files .*\n$`),
    );
    expect(refused.code).toBe(1);
    const tried = await run("restore-cli", [join("backups", name), "--without-missing-files"]);
    expect(tried.stdout).toMatch(new RegExp(`Lost, since they are missing or damaged: ${files.trimEnd()}\n`));
    expect(tried.stdout).toContain(`${name} --without-missing-files --replace\n`);
    const { code } = await run("restore-cli", [join("backups", name), "--without-missing-files", "--replace"]);
    expect(code).toBe(0);
    expect(readFileSync(join(dataDir, pathOfFile(kept)), "utf8")).toBe("kept");
    expect(entries().at(-1)).toMatchObject({ kind: "restored", about: { leftOut: 2 } });
    expect(entries().at(-1)).not.toHaveProperty("about.lost");
  });

  it("makes one while the server runs, and writes to the audit log", async () => {
    const server = await startServer({ cwd, env });
    const { stdout, stderr, code } = await run("backup-cli");
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toMatch(/^Made and checked: .*\.tar \(\d+ kB, 2 inquiries\)\nSigned with the key [\w-]{43}: .*\n$/);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    server.signal("SIGTERM");
    await server.ended;
    expect(kinds()).toEqual(["settings-signed", "backup-made"]);
  });
});

describe("npm run backup beside a server that copies the backups", () => {
  it("leaves its copy to the server", async () => {
    mkdirSync(join(cwd, "backups"));
    const lock = takeCopyLock(join(cwd, "backups/.front-desk-hook.lock"));
    const { stdout, stderr, code } = await run("backup-cli", [], { BACKUP_HOOK: "/bin/false" });
    lock.release();
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toContain("The server is copying the backups, and copies this one too.");
  });
});

describe("npm run restore", () => {
  beforeEach(async () => {
    await run("backup-cli");
    await send(3);
  });

  it("changes nothing until it is confirmed, and lists what would be lost", async () => {
    for (const flags of [[], ["--yes"]]) {
      const { stdout } = await run("restore-cli", [file(), ...flags]);
      expect(stdout).toMatch(/It was made at .* \(0 hours ago\) and holds 2 inquiries\./);
      expect(stdout).toContain("It is NEWER: 3 inquiries were accepted after the backup, and would be gone from it.");
      expect(stdout).toContain("Nothing has been changed.");
    }
    expect(readdirSync(dataDir).filter((name) => /^(\.|replaced)/.test(name))).toEqual([]);
  });

  it("over a newer store restores with --replace, keeps the replaced store, and writes to the audit log", async () => {
    const { stdout, stderr, code } = await run("restore-cli", [file(), "--replace"]);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toMatch(/Restored, and checked: .*\n.*What was there is in .*replaced-/s);
    expect(kinds()).toEqual(["restored"]);
    const server = await startServer({ cwd, env });
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    server.signal("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });

  it("refuses unencrypted backups and those of another key, unless an option accepts them", async () => {
    const { stdout: key } = await run("backup-cli", ["fingerprint"]);
    const encrypting = { BACKUP_UNENCRYPTED: "false", BACKUP_PASSPHRASE: "a long passphrase" };
    const plain = await run("restore-cli", [file(), "--replace"], encrypting);
    expect(plain.stderr).toMatch(
      /^.*\.tar: it is not encrypted, .*: if you know where it comes from, add --unencrypted\. .*\n$/,
    );
    expect(plain.code).toBe(1);

    const elsewhere = { DATA_DIR: join(cwd, "elsewhere") };
    for (const typed of ["", "yes\n"]) {
      const { stdout, stderr, code } = await run("restore-cli", [file(), "--yes"], elsewhere, typed);
      expect(stdout).toContain(`its key:      ${key}`);
      expect(stderr).toContain(`if it is yours, add --accept-key=${key.trim()}. Nothing has been changed\n`);
      expect(code).toBe(1);
    }
    expect(readdirSync(cwd)).not.toContain("elsewhere");
    const typing = await run("restore-cli", [file(), "--yes"], elsewhere, key);
    expect([typing.stderr, typing.code]).toEqual(["", 0]);
    rmSync(elsewhere.DATA_DIR, { recursive: true });

    const flags = ["--unencrypted", `--accept-key=${key.trim()}`];
    const preview = await run("restore-cli", [file(), ...flags], { ...elsewhere, ...encrypting });
    expect(preview.stdout).toContain(`then: npm run restore -- ${file()} ${flags.toReversed().join(" ")} --yes`);
    const progress = await run("restore-cli", [file(), ...flags, "--yes"], { ...elsewhere, ...encrypting });
    expect([progress.stderr, progress.code]).toEqual(["", 0]);
  });

  it("of an older backup says its age, and that there is a newer one", async () => {
    const here = file();
    const newer = "front-desk-2999-01-01T00-00-00Z.tar";
    expect((await run("restore-cli", [here])).stdout).not.toContain("newer one");
    writeFileSync(join(cwd, "backups", newer), "");
    expect((await run("restore-cli", [here])).stdout).toContain(`There is a newer one in BACKUP_DIR: ${newer}.`);
  });

  it("is refused while the server runs", async () => {
    const server = await startServer({ cwd, env });
    const { stderr, code } = await run("restore-cli", [file(), "--replace"]);
    expect(stderr).toMatch(/^DATA_DIR: a program is using the folder \(.*\); stop the server first\n$/);
    expect(code).toBe(1);
    server.signal("SIGTERM");
    await server.ended;
  });
});

describe("a start on a damaged store", () => {
  it("fails with one line: what is damaged, and what to do", async () => {
    truncateSync(join(dataDir, "front-desk.sqlite"), 8192);
    const { ended } = runProgram("main", { cwd, env: { ...env, PORT: "0" } });
    const { stderr, code } = await ended;
    expect(stderr).toMatch(
      /^DATA_DIR: the store in .* is damaged: .*\. Keep a copy of the folder, then restore a backup \(npm run restore\), .*accept-damage\)\n$/,
    );
    expect(code).toBe(1);
  });

  it("continues once an operator has accepted that the last inquiries are missing", async () => {
    const older = readFileSync(join(dataDir, "front-desk.sqlite"));
    await send(3);
    writeFileSync(join(dataDir, "front-desk.sqlite"), older);
    const { stderr } = await runProgram("main", { cwd, env: { ...env, PORT: "0" } }).ended;
    expect(stderr).toMatch(/its last \d+ changes are missing, 3 of the 5 inquiries that were accepted among them/);
    expect((await run("admin-cli", ["accept-damage"], {}, "no\n")).stdout).toContain("Nothing has been changed.");
    const { stdout, code } = await run("admin-cli", ["accept-damage"], {}, "yes\n");
    expect([stdout.endsWith("The store can be used again.\n"), code]).toEqual([true, 0]);
    const server = await startServer({ cwd, env });
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    server.signal("SIGTERM");
    await server.ended;
  });
});
