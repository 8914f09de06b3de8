import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStore } from "../open-store.ts";
import { runProgram } from "../testing-program.ts";
import { readCommandConfig } from "./command-config.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-command-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

describe("a folder without a store", () => {
  it.each([
    ["admin-cli", "reset-password"],
    ["admin-cli", "erase-inquiries"],
    ["admin-cli", "rotate-signing-key"],
    ["admin-cli", "first-owner"],
    ["audit-cli", "check"],
    ["backup-cli", undefined],
    ["move-cli", "--to"],
  ] as const)("is named by %s %s, which creates nothing", async (program, arg) => {
    const args = arg === undefined ? [] : [arg, ...(arg === "--to" ? ["sqlite:./other"] : [])];
    const env = { DATA_DIR: "wrong", BACKUP_DIR: "backups", BACKUP_PASSPHRASE: "correct horse battery staple" };
    const { child, ended } = runProgram(program, { cwd, args, env });
    child.stdin.end("asha@example.com\n");
    const { stdout, stderr, code } = await ended;
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(/^DATA_DIR: there is no (store|key) in /);
    expect(stderr).toContain(join(cwd, "wrong"));
    expect(existsSync(join(cwd, "wrong"))).toBe(false);
    expect(existsSync(join(cwd, "other"))).toBe(false);
  });

  it("is not accepted as a damaged one", async () => {
    const { child, ended } = runProgram("admin-cli", { cwd, args: ["accept-damage"], env: { DATA_DIR: "wrong" } });
    child.stdin.end("yes\n");
    expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no store in") });
    expect(existsSync(join(cwd, "wrong"))).toBe(false);
  });
});

describe("an installed service", () => {
  const service = () => ({ file: join(cwd, "environment"), dataDir: join(cwd, "service") });
  const settings = (env: NodeJS.ProcessEnv, installed = service()) => {
    vi.spyOn(process, "cwd").mockReturnValue(cwd);
    vi.spyOn(console, "error").mockReturnValue();
    try {
      return readCommandConfig(env, installed);
    } finally {
      vi.restoreAllMocks();
    }
  };

  beforeEach(() => writeFileSync(service().file, '# A comment\nPORT=3100\nPUBLIC_URL="https://desk.example.com"\n'));

  it("gives its settings where nothing else names a store", () => {
    const { dataDir, port, address } = settings({});
    expect([dataDir, port, address.origin]).toEqual([service().dataDir, 3100, "https://desk.example.com"]);
    expect(settings({ PORT: "3200" }).port).toBe(3200);
  });

  it("gives none where DATA_DIR, DATABASE_URL or the default folder does", async () => {
    expect(settings({ DATA_DIR: join(cwd, "mine") }).dataDir).toBe(join(cwd, "mine"));
    expect(settings({ DATABASE_URL: "postgres://desk@127.0.0.1/desk" }).port).toBe(3000);
    await (await openStore({ dataDir: join(cwd, "data") })).close();
    expect(settings({}).dataDir).toBe(join(cwd, "data"));
  });

  it("is named where its settings cannot be read", () => {
    expect(() => settings({}, { file: cwd, dataDir: cwd })).toThrow(
      `The settings of the installed service, ${cwd}, cannot be read (EISDIR); run this as root`,
    );
  });
});
