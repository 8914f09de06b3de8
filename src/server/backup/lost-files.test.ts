import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pathOfFile } from "../store/files/file-folder.ts";
import { sqliteFile } from "../store/open-database.ts";
import { findLostFiles } from "./lost-files.ts";
import { runTask } from "./scheduler-task.ts";
import { attach, detach, storeWithInquiry } from "./testing-files.ts";

let dataDir: string;
let reference: unknown;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-lost-"));
  await storeWithInquiry(dataDir);
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  reference = database.prepare("select reference from inquiry").get()?.["reference"];
  database.close();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const inFolder = (name: string) => join(dataDir, pathOfFile(name));

it("finds none where all files are what they were, or were erased", async () => {
  expect(await findLostFiles(dataDir)).toEqual({ count: 0, inquiries: [] });
  const [erased = ""] = await attach(dataDir, [Buffer.from("erased"), Buffer.from("kept"), Buffer.alloc(0)]);
  await detach(dataDir, [erased]);
  expect(await findLostFiles(dataDir)).toEqual({ count: 0, inquiries: [] });
});

it.each([
  ["is missing", (path: string) => rmSync(path)],
  ["is shorter", (path: string) => writeFileSync(path, "what it wa")],
  ["has another byte", (path: string) => writeFileSync(path, "what it was!")],
  [
    "is a folder",
    (path: string) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
  [
    "lies on a broken sector",
    (path: string) => {
      rmSync(path);
      // Its first read fails as that of a broken sector (EIO).
      symlinkSync("/proc/self/mem", path);
    },
  ],
])("finds a file that %s, and names its inquiry", async (_what, spoil) => {
  const [lost = ""] = await attach(dataDir, [Buffer.from("what it was."), Buffer.from("whole")]);
  spoil(inFolder(lost));
  expect(await findLostFiles(dataDir)).toEqual({ count: 1, inquiries: [reference] });
});

it("does so in a process of its own", async () => {
  const [lost = ""] = await attach(dataDir, [Buffer.from("what it was.")]);
  rmSync(inFolder(lost));
  const { done } = runTask({ kind: "files", dataDir });
  expect(await done).toEqual({ outcome: "files-checked", lost: { count: 1, inquiries: [reference] } });
});

it("does not take files for lost that it may not read", async () => {
  const [name = ""] = await attach(dataDir, [Buffer.from("what it was")]);
  rmSync(inFolder(name));
  symlinkSync(inFolder(name), inFolder(name));
  await expect(findLostFiles(dataDir)).rejects.toThrow("ELOOP");
});
