import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLastList } from "./key-file.ts";

const name = "official-channels.sealed.json";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-list-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("is null at first, then the last written one, in a file readable only by its owner", async () => {
  const list = createLastList({ dataDir });
  expect(await list.read()).toBeNull();
  await list.write("one");
  await list.write("two");
  expect(await list.read()).toBe("two");
  expect(readdirSync(dataDir)).toEqual([name]);
  expect((statSync(join(dataDir, name)).mode & 0o777).toString(8)).toBe("600");
});

it("keeps the last of many simultaneous writes", async () => {
  const list = createLastList({ dataDir });
  await Promise.all(Array.from({ length: 30 }, (_none, index) => list.write(`${index} `.repeat(10_000))));
  expect(await list.read()).toBe("29 ".repeat(10_000));
  expect(readdirSync(dataDir)).toEqual([name]);
});

it("rejects a failed write, leaves no file, and works again afterwards", async () => {
  const list = createLastList({ dataDir });
  mkdirSync(join(dataDir, name));
  await expect(list.write("one")).rejects.toThrow("EISDIR");
  expect(readdirSync(dataDir)).toEqual([name]);
  rmSync(join(dataDir, name), { recursive: true });
  await list.write("two");
  expect(await list.read()).toBe("two");
});

it("throws errors other than a missing file", async () => {
  mkdirSync(join(dataDir, name));
  await expect(createLastList({ dataDir }).read()).rejects.toThrow("EISDIR");
  await expect(createLastList({ dataDir: writtenFile() }).write("x")).rejects.toThrow("ENOTDIR");
});

function writtenFile(): string {
  const path = join(dataDir, "no-folder");
  writeFileSync(path, "");
  return path;
}
