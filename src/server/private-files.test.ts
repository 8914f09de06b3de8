import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepPrivate } from "./private-files.ts";
import { openStore } from "./open-store.ts";
import { openSigning } from "./signing/create-signing.ts";
import { runProgram, startServer } from "./testing-program.ts";

let cwd: string;
let dataDir: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  cwd = mkdtempSync(join(tmpdir(), "front-desk-private-"));
  dataDir = join(cwd, "data");
  mkdirSync(dataDir, { mode: 0o755 });
});
afterEach(() => {
  process.umask(umask);
  rmSync(cwd, { recursive: true });
});

/** The modes of all files in the folder, and of the folder as ".". */
const modes = (folder: string): Record<string, string> =>
  Object.fromEntries(
    [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  );
const openIn = (folder: string) => Object.entries(modes(folder)).filter(([, mode]) => !/^[67]00$/.test(mode));

function warnings(settings: Parameters<typeof keepPrivate>[0] = { dataDir }): string[] {
  const said: string[] = [];
  keepPrivate(settings, (text) => void said.push(text));
  return said;
}

it("a server makes its folder and files private, and says what was open", async () => {
  await (await openStore({ dataDir })).close();
  // An earlier version or a copy may have left these modes.
  for (const name of ["front-desk.sqlite", "front-desk.sqlite-wal", "audit-log.head.json.some-id.tmp"]) {
    writeFileSync(join(dataDir, name), "", { flag: "a" });
    chmodSync(join(dataDir, name), 0o644);
  }
  mkdirSync(join(dataDir, "replaced-2026-11-21T00-00-00.000Z"), { mode: 0o755 });
  writeFileSync(join(dataDir, "replaced-2026-11-21T00-00-00.000Z", "front-desk.sqlite"), "", { mode: 0o644 });
  const backups = { BACKUP_DIR: join(dataDir, "backups"), BACKUP_EVERY_HOURS: "1", BACKUP_UNENCRYPTED: "true" };
  const server = await startServer({ cwd, env: { DATA_DIR: dataDir, LOG_LEVEL: "warn", ...backups } });
  await expect
    // Its staging folder goes after the backup has its name.
    .poll(() => readdirSync(dataDir, { recursive: true }).filter((name) => /\.tar$|^\.backup-/.test(String(name))))
    .toEqual([expect.stringMatching(/\.tar$/)]);
  // Read while it serves, so that SQLite's log and its index exist too.
  expect(Object.keys(modes(dataDir))).toEqual(
    expect.arrayContaining(["front-desk.sqlite-shm", "front-desk.count", "signing-key.pem", "in-use.lock"]),
  );
  expect(openIn(dataDir)).toEqual([]);
  server.signal("SIGTERM");
  const { stdout } = await server.ended;
  expect(openIn(dataDir)).toEqual([]);
  const [said] = stdout.split("\n").filter((line) => line.includes("could reach"));
  expect(said).toContain(`${dataDir} (755)`);
  expect(said).toContain("front-desk.sqlite (644)");
});

it.each([
  ["admin-cli", ["first-owner"]],
  ["audit-cli", []],
  ["backup-cli", []],
] as const)("so does %s, and says nothing the second time", async (name, args) => {
  await (await openStore({ dataDir })).close();
  await openSigning({ dataDir, keyFile: undefined });
  const env = { DATA_DIR: dataDir, BACKUP_DIR: join(cwd, "backups"), BACKUP_UNENCRYPTED: "true" };
  const first = await runProgram(name, { cwd, args: [...args], env }).ended;
  expect(first.stderr).toBe(`DATA_DIR: other users of this machine could reach ${dataDir} (755); it is private now.\n`);
  expect(openIn(dataDir)).toEqual([]);
  expect((await runProgram(name, { cwd, args: [...args], env }).ended).stderr).toBe("");
});

it("a store is made private by whatever opens it, whatever the process lets others read", async () => {
  const store = await openStore({ dataDir });
  const { ".": folder, ...files } = modes(dataDir);
  expect(folder).toBe("755");
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(["front-desk.sqlite", "front-desk.sqlite-wal", "in-use.lock"]),
  );
  expect(new Set(Object.values(files))).toEqual(new Set(["600"]));
  await store.close();
});

it("leaves alone what is not the server's, and what a link leads to", () => {
  writeFileSync(join(dataDir, "notes.txt"), "", { mode: 0o644 });
  writeFileSync(join(cwd, "elsewhere.pem"), "", { mode: 0o640 });
  symlinkSync(join(cwd, "elsewhere.pem"), join(dataDir, "signing-key.pem"));
  expect(warnings()).toEqual([expect.stringContaining(`could reach ${dataDir} (755);`)]);
  expect(modes(dataDir)).toMatchObject({ ".": "700", "notes.txt": "644", "signing-key.pem": "640" });
  expect(warnings()).toEqual([]);
});

it("does not close a folder that is meant for all, keeps special bits, and says what it leaves", () => {
  chmodSync(dataDir, 0o1777);
  expect(warnings()).toEqual([expect.stringContaining(`can reach ${dataDir} (1777), which belongs to another user`)]);
  chmodSync(dataDir, 0o2775);
  expect(warnings()).toEqual([expect.stringContaining(`could reach ${dataDir} (2775);`)]);
  expect(statSync(dataDir).mode & 0o7777).toBe(0o2700);
});

if (process.getuid?.() === 0)
  it("goes on in a folder that belongs to another user, and says so", async () => {
    chownSync(dataDir, 0, 0);
    chmodSync(dataDir, 0o777);
    const program = join(import.meta.dirname, "private-files.ts");
    const script = `import { keepPrivate } from ${JSON.stringify(program)};
    process.setgid(65534); process.setuid(65534);
    keepPrivate({ dataDir: ${JSON.stringify(dataDir)} }, console.log);`;
    chmodSync(cwd, 0o755);
    const { spawnSync } = await import("node:child_process");
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/can reach .*data \(777\), which belongs to another user or to all: /);
  });

it("says that a key which stands elsewhere can be read by everybody", () => {
  rmSync(dataDir, { recursive: true });
  const signingKeyFile = join(cwd, "key.pem");
  writeFileSync(signingKeyFile, "", { mode: 0o644 });
  expect(warnings({ dataDir, signingKeyFile })).toEqual([expect.stringContaining(`SIGNING_KEY_FILE: every user`)]);
  chmodSync(signingKeyFile, 0o640);
  expect(warnings({ dataDir, signingKeyFile })).toEqual([]);
});
