import { inEnglish } from "#copy/server/render.ts";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { commitCountFault } from "./commit-counter.ts";
import { isMissingPages } from "./inspect-store.ts";
import { openStore } from "../../open-store.ts";
import { newInquiry } from "../testing.ts";

let dataDir: string;
let count: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-inspect-"));
  count = join(dataDir, "front-desk.count");
  await send(3);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function send(times: number): Promise<void> {
  const store = await openStore({ dataDir });
  for (let sent = 0; sent < times; sent += 1) await store.inquiries.insert(newInquiry(goodInquiry), [], 1);
  await store.close();
}

it.each([
  ["is gone", () => rmSync(count)],
  ["is empty", () => writeFileSync(count, "")],
  ["is torn", () => writeFileSync(count, readFileSync(count).subarray(0, 20))],
  [
    "is half of one write and half of another",
    () => writeFileSync(count, readFileSync(count, "latin1").replace("0 0", "9 0")),
  ],
  ["holds zeros", () => writeFileSync(count, Buffer.alloc(43))],
])("a power cut after which the count %s makes no alarm, and the next write counts again", async (_how, cut) => {
  cut();
  await send(1);
  expect(readFileSync(count, "latin1")).toMatch(/^\d{16} 0{15}4 [\da-f]{8}\n$/);
});

it("an older counter after a power cut raises no alarm", async () => {
  const older = readFileSync(count);
  await send(2);
  writeFileSync(count, older);
  await send(1);
  expect(readFileSync(count, "latin1")).toMatch(/^\d{16} 0{15}6 /);
});

it("the counter has the owner and mode of the store, even if another user creates it", async () => {
  const file = join(dataDir, "front-desk.sqlite");
  const isRoot = process.getuid?.() === 0;
  const theirs = isRoot ? 65_534 : statSync(file).uid;
  chmodSync(file, 0o640);
  if (isRoot) chownSync(file, theirs, theirs);
  // First one created by root earlier, then a new one.
  for (let time = 0; time < 2; time += 1) {
    await send(1);
    const { mode, uid } = statSync(count);
    expect([mode & 0o777, uid]).toEqual([0o640, theirs]);
    rmSync(count);
  }
});

it("an unreadable counter is reported, a missing one is not", () => {
  expect(commitCountFault(dataDir)).toBeNull();
  rmSync(count);
  expect(commitCountFault(dataDir)).toBeNull();
  // Nobody can open a folder as a file, not even root.
  mkdirSync(count);
  expect(inEnglish(commitCountFault(dataDir) ?? "")).toMatch(
    /^the file .*front-desk\.count cannot be read and written \(EISDIR\)/,
  );
});

it("a store older than the counter is not opened, nor a missing one", async () => {
  const file = join(dataDir, "front-desk.sqlite");
  const older = readFileSync(file);
  await send(2);
  writeFileSync(file, older);
  await expect(openStore({ dataDir })).rejects.toThrow("2 of the 5 inquiries that were accepted");
  // Unchanged, so that it can still be saved.
  expect(readFileSync(file).equals(older)).toBe(true);
  rmSync(file);
  await expect(openStore({ dataDir })).rejects.toThrow("it is gone (5 inquiries had been accepted)");
});

it("a store that has just grown over 1 GiB, where SQLite writes no page, raises no alarm", () => {
  const found = { whole: 262_143, pageCount: 262_146, pageSize: 4096 };
  expect(isMissingPages({ ...found, logged: new Set([262_144, 262_146]) })).toBe(false);
  expect(isMissingPages({ ...found, logged: new Set([262_144]) })).toBe(true);
});
