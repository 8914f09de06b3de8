import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openStore } from "../open-store.ts";
import { openSigning } from "../signing/create-signing.ts";
import { runProgram } from "../testing-program.ts";

let cwd: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-audit-"));
  const dataDir = join(cwd, "data");
  await (await openStore({ dataDir })).close();
  await openSigning({ dataDir, keyFile: undefined });
});
afterEach(() => rmSync(cwd, { recursive: true }));

const check = (...args: string[]) => runProgram("audit-cli", { cwd, args, env: {} }).ended;

/** Adds `count` entries, one per run of a command. */
async function fill(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const { child, ended } = runProgram("admin-cli", { cwd, args: ["first-owner"], env: {} });
    child.stdin.end();
    expect((await ended).code).toBe(0);
  }
}

function tamper(statement: string): void {
  const db = new DatabaseSync(join(cwd, "data/front-desk.sqlite"));
  for (const change of ["update", "delete", "insert"]) db.exec(`drop trigger if exists audit_entry_${change}`);
  db.exec(statement);
  db.close();
}

it("reports that a log verifies, with exit code 0", async () => {
  expect(await check()).toEqual({ stdout: "The audit log is whole: 0 entries.\n", stderr: "", code: 0 });
  await fill(3);
  expect(await check()).toEqual({ stdout: "The audit log is whole: 3 entries.\n", stderr: "", code: 0 });
  expect(JSON.parse(readFileSync(join(cwd, "data/audit-log.head.json"), "utf8"))).toMatchObject({ number: 3 });
});

it.each([
  ["update audit_entry set entry = replace(entry, 'first-owner', 'erase-inquiries') where number = 2", 2, "changed"],
  ["delete from audit_entry where number = 2", 2, "missing"],
  ["delete from audit_entry where number = 3", 3, "missing"],
  ["delete from audit_entry", 1, "missing"],
])("names the first entry that does not fit after %j, with exit code 1", async (statement, number, why) => {
  await fill(3);
  tamper(statement);
  const { stdout, stderr, code } = await check();
  expect([stdout, code]).toEqual(["", 1]);
  expect(stderr).toMatch(new RegExp(`^The audit log is broken\\. Entry ${number} does not match: .*${why}`));
});

it("accepts a truncated log on an operator's request, and records it", async () => {
  await fill(3);
  tamper("delete from audit_entry where number = 3");
  const { stdout, code } = await check("accept");
  expect(code).toBe(0);
  expect(stdout).toContain("was accepted as it is");
  expect((await check()).stdout).toBe("The audit log is whole: 3 entries.\n");
});

it("is logged by the server soon after its start", async () => {
  await fill(2);
  tamper("delete from audit_entry where number = 2");
  const { child, ended } = runProgram("main", { cwd, env: { PORT: "0", LOG_LEVEL: "error" } });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitUntil(() => said.includes("The audit log does not fit from entry 2 on"), { timeout: 30_000 });
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
});
