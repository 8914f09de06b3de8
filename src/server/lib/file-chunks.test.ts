import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fileChunks } from "./file-chunks.ts";

let folder = "";
const path = () => join(folder, "file");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-chunks-"));
  writeFileSync(path(), "0123456789");
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(...args: Parameters<typeof fileChunks>): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of fileChunks(...args)) chunks.push(chunk.toString());
  return chunks;
}
const opened = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path();
    } catch {
      return false;
    }
  }).length;

it("reads a file from a place on, in chunks", async () => {
  expect(await read(path(), { start: 3, highWaterMark: 4 })).toEqual(["3456", "789"]);
});

it("opens it at the first read, and closes it when the reader gives up", async () => {
  const missing = join(folder, "missing");
  const unread = [fileChunks(missing), fileChunks(path())];
  // An error that nobody listens to would fail the run of the tests.
  await setTimeout(50);
  expect(opened()).toBe(0);
  await expect(read(missing)).rejects.toThrow("ENOENT");
  const chunks = fileChunks(path(), { highWaterMark: 1 });
  await chunks.next();
  expect(opened()).toBe(1);
  for (const one of [...unread, chunks]) await one.return();
  await expect.poll(opened).toBe(0);
});
