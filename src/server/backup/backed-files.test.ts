import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contentHash } from "../lib/tokens.ts";
import { sqliteFile } from "../store/open-database.ts";
import { defineRowSum } from "../store/integrity/table-checksums.ts";
import { filesNamedBy } from "../store/restored.ts";
import { pathOfFile } from "../store/files/file-folder.ts";
import { makeBackup } from "./make-backup.ts";
import { openBackup } from "./restore/restore.ts";
import { admissionTo, openingWith, pack, unpacked } from "./testing.ts";
import { attach, contentIn, storeWithInquiry } from "./testing-files.ts";

let cwd: string;
let dataDir: string;
let folder: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-files-"));
  dataDir = join(cwd, "data");
  folder = join(cwd, "backups");
  await storeWithInquiry(dataDir);
});
afterEach(() => rmSync(cwd, { recursive: true }));

const order = (other: object = {}) =>
  ({ dataDir, folder, key: { kind: "none" }, hasOwnFiles: true, keep: 14, days: 30, ...other }) as const;

/** Returns the reference of the inquiry. */
function reference(): unknown {
  const database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  const row = database.prepare("select reference from inquiry").get();
  database.close();
  return row?.["reference"];
}

const opening = (place: string, key?: string) => openingWith({}, admissionTo(place, { unencrypted: true, key }));

async function restore(name: string, key: string, place = join(cwd, "restored")) {
  const backup = await openBackup(place, join(folder, name), opening(place, key));
  try {
    return await backup.putInPlace(() => Promise.resolve());
  } finally {
    await backup.discard();
  }
}

describe("files beside the store", () => {
  it("are in a backup if the store names them, and come back with it", async () => {
    const contents = [randomBytes(3_000_000), Buffer.from("a small one"), Buffer.alloc(0)];
    const names = await attach(dataDir, contents);
    // An orphan, and one that is being written.
    const orphan = "ab".repeat(16);
    mkdirSync(join(dataDir, "files/ab"), { recursive: true });
    for (const name of [orphan, `${orphan}.tmp`]) writeFileSync(join(dataDir, "files/ab", name), "nobody names it");
    writeFileSync(join(dataDir, "front-desk-space.json"), "about this disk");
    const made = await makeBackup(order());
    const inside = (await unpacked(join(folder, made.name))).map(([name]) => name);
    expect(inside).not.toContain("front-desk-space.json");
    expect(inside.filter((name) => name.startsWith("files/")).toSorted()).toEqual(names.map(pathOfFile).toSorted());

    await restore(made.name, made.signer);
    for (const [index, name] of names.entries())
      expect(contentIn(join(cwd, "restored"), name).equals(contents[index] ?? Buffer.alloc(1))).toBe(true);
    expect(filesNamedBy(sqliteFile(join(cwd, "restored"))).files.size).toBe(3);
  });

  it("are exchanged as the store is, also for a backup without files", async () => {
    const without = await makeBackup(order());
    const [name = ""] = await attach(dataDir, [Buffer.from("written since")]);
    const { replaced } = await restore(without.name, without.signer, dataDir);
    expect(readdirSync(dataDir)).not.toContain("files");
    expect(contentIn(replaced ?? "", name).toString()).toBe("written since");
  });

  it("that are erased during a backup are in it, since the store in it names them", async () => {
    const contents = Array.from({ length: 50 }, () => randomBytes(100_000));
    const names = await attach(dataDir, contents);
    let erased = false;
    const made = await makeBackup(order(), (step) => {
      if (step !== "Checking the copy" || erased) return;
      erased = true;
      for (const name of names) rmSync(join(dataDir, pathOfFile(name)));
    });
    expect(erased).toBe(true);
    await restore(made.name, made.signer);
    expect(names.map((name) => contentHash(contentIn(join(cwd, "restored"), name)))).toEqual(contents.map(contentHash));
  });

  it.each([
    ["missing", (path: string) => rmSync(path)],
    ["changed", (path: string) => writeFileSync(path, "not what it was")],
  ])("that are %s are left out and told with their inquiry: all else is in the backup", async (_what, spoil) => {
    const [lost = "", whole = ""] = await attach(dataDir, [Buffer.from("what it was"), Buffer.from("whole")]);
    spoil(join(dataDir, pathOfFile(lost)));
    const made = await makeBackup(order());
    const expected = { count: 1, inquiries: [reference()] };
    expect(made.lost).toEqual(expected);
    const place = join(cwd, "looked-at");
    const opened = await openBackup(place, join(folder, made.name), opening(place, made.signer));
    expect(opened.lost).toEqual(expected);
    await opened.discard();
    await restore(made.name, made.signer);
    expect(contentIn(join(cwd, "restored"), whole).toString()).toBe("whole");
    expect(existsSync(join(cwd, "restored", pathOfFile(lost)))).toBe(false);
  });

  it.each([
    ["a name is a path", "stored_as = '../../../secret', size = 18"],
    ["a size is below zero", "size = -1"],
    ["a size is a fraction", "size = 5.5"],
  ])("are left out where %s in the store", async (_what, change) => {
    writeFileSync(join(cwd, "secret"), "of another program");
    await attach(dataDir, [Buffer.from("whole")]);
    const database = new DatabaseSync(sqliteFile(dataDir));
    defineRowSum(database);
    database.exec(`update attachment set ${change}`);
    database.close();
    await attach(dataDir, []);
    const made = await makeBackup(order());
    const inside = (await unpacked(join(folder, made.name))).map(([name]) => name);
    expect(inside.filter((name) => name.includes("secret") || name.startsWith("files/"))).toEqual([]);
    expect(made.lost).toEqual({ count: 1, inquiries: [reference()] });
    await restore(made.name, made.signer);
  });

  it("that are damaged, missing or added in a backup are refused", async () => {
    const [name = ""] = await attach(dataDir, [Buffer.from("what it was")]);
    const made = await makeBackup(order());
    const path = join(folder, made.name);
    const entries = await unpacked(path);
    const place = join(cwd, "restored");
    const refused = async (changed: typeof entries) => {
      await pack(path, changed, { kind: "none" });
      await expect(openBackup(place, path, opening(place, made.signer))).rejects.toThrow(
        /its file files\/|does not name/,
      );
    };
    const isIt = (entry: string) => entry === pathOfFile(name);
    await refused(entries.map(([each, content]) => [each, isIt(each) ? Buffer.from("what is not") : content]));
    await refused(entries.filter(([each]) => !isIt(each)));
    await refused([...entries, [pathOfFile("cd".repeat(16)), Buffer.from("one more")]]);
    expect(readdirSync(cwd)).not.toContain("restored");
  });
});
