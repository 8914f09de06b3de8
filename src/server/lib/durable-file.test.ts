import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFile, replaceFile } from "./durable-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-files-"));
  path = join(folder, "file");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("a new file never replaces another one", async () => {
  const made = await Promise.all(Array.from({ length: 20 }, (_none, index) => createFile(path, `${index}`)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(readFileSync(path, "utf8")).toBe(`${made.indexOf(true)}`);
  expect(await createFile(path, "later")).toBe(false);
  expect(readFileSync(path, "utf8")).toBe(`${made.indexOf(true)}`);
  expect(readdirSync(folder)).toEqual(["file"]);
});

it("a replaced file always has either the old or the new content", async () => {
  const texts = ["a".repeat(1_000_000), "b".repeat(1_000_000)];
  writeFileSync(path, texts[0] ?? "");
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      expect(texts).toContain(readFileSync(path, "utf8"));
      await setImmediate();
    }
  })();
  for (const text of [...texts, ...texts].toReversed()) await replaceFile(path, text);
  over.abort();
  await reading;
  expect(readdirSync(folder)).toEqual(["file"]);
});

it("both are readable only by their owner, whatever was there before", async () => {
  await createFile(path, "x");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o644);
  await replaceFile(path, "y");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
