import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { zstdCompressSync } from "node:zlib";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSigning } from "#server/signing/create-signing.ts";
import { keyPath, readKeyFile, rotateKeyFile } from "#server/signing/key-file.ts";
import { openStore } from "#server/open-store.ts";
import { makeBackup } from "../make-backup.ts";
import { type Manifest, manifestSchema, writeManifest } from "../manifest.ts";
import { openBackup } from "./restore.ts";
import type { BackupKey } from "../encryption.ts";
import { admissionTo, type Entries, openingWith, pack, unpacked } from "../testing.ts";

let cwd: string;
let ours: { dataDir: string; entries: Entries; key: string };
let theirs: typeof ours;
let identity: string;
let encrypted: BackupKey;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-forgery-"));
  identity = await generateIdentity();
  encrypted = { kind: "recipient", recipient: await identityToRecipient(identity) };
  ours = await install("ours");
  theirs = await install("theirs");
});
afterAll(() => rmSync(cwd, { recursive: true }));

/** An installation with its store and key, and the files of its backup. */
async function install(name: string) {
  const dataDir = join(cwd, name);
  await (await openStore({ dataDir })).close();
  const folder = join(cwd, `${name}-backups`);
  const made = await makeBackup({ dataDir, folder, key: encrypted, keep: 1, days: 30 });
  return { dataDir, key: made.signer, entries: await unpacked(join(folder, made.name), { identities: [identity] }) };
}

const signingOf = ({ dataDir }: typeof ours) => openSigning({ dataDir, keyFile: undefined });
const contentOf = (entries: Entries, name: string) =>
  entries.find((entry) => entry[0] === name)?.[1] ?? Buffer.alloc(0);
const replaced = (entries: Entries, name: string, content: Buffer): Entries =>
  entries.map((entry) => (entry[0] === name ? [name, content] : entry));
const manifestIn = (entries: Entries) => JSON.parse(contentOf(entries, "manifest.json").toString());
const withManifest = (entries: Entries, manifest: unknown) =>
  replaced(entries, "manifest.json", Buffer.from(JSON.stringify(manifest)));

/** The manifest that this key's owner would sign for an archive of these files. */
async function signed(signer: typeof ours, entries: Entries, change: (manifest: Manifest) => void = () => undefined) {
  const manifest = manifestSchema.parse(manifestIn(entries));
  manifest.parts = entries
    .filter(([name]) => name !== "manifest.json")
    .map(([name, content]) => ({
      name,
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    }));
  change(manifest);
  return replaced(entries, "manifest.json", Buffer.from(await writeManifest(manifest, await signingOf(signer))));
}

const files = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name)).toString("latin1")]);

/** Opens a forged archive and checks that the present files are unchanged. */
async function taken(
  entries: Entries,
  {
    sealing = encrypted,
    dataDir = ours.dataDir,
    raw = (bytes: Buffer) => bytes,
    ...progress
  }: {
    sealing?: BackupKey;
    dataDir?: string;
    raw?: (bytes: Buffer) => Buffer;
  } & Parameters<typeof admissionTo>[1] = {},
) {
  const file = join(cwd, "forged.tar");
  await pack(file, entries, sealing);
  writeFileSync(file, raw(readFileSync(file)));
  const before = files(dataDir);
  const admission = admissionTo(dataDir, progress);
  try {
    await (await openBackup(dataDir, file, openingWith({ identities: [identity] }, admission))).discard();
    return admission.accepted();
  } finally {
    expect(files(dataDir)).toEqual(before);
  }
}

const plain: BackupKey = { kind: "none" };
const store = "front-desk.sqlite.zst";
const listed = { bytes: 0, sha256: createHash("sha256").digest("base64url") };
const extra: [string, Buffer] = ["notes.txt", Buffer.from("hello")];

describe("a backup that was forged", () => {
  it.each<[string, () => Promise<Entries> | Entries, RegExp, object?]>([
    ["is plain", () => ours.entries, /it is not encrypted.*add --unencrypted/, { sealing: plain }],
    ["is a stranger's", () => theirs.entries, /it is of the key .* the key here is .*add --accept-key=/],
    ["is ours, signed by a stranger", () => signed(theirs, ours.entries), /it is of the key .*, and the key here is/],
    [
      "has no signature",
      () => {
        const { signed: _gone, ...manifest } = manifestIn(ours.entries);
        return withManifest(ours.entries, manifest);
      },
      /it is not signed.*add --unsigned/,
    ],
    [
      "has a signature of null",
      () => withManifest(ours.entries, { ...manifestIn(ours.entries), signed: null }),
      /changed after it was signed/,
    ],
    [
      "has the stranger's key under our signature",
      () => {
        const manifest = manifestIn(ours.entries);
        const { key } = manifestIn(theirs.entries).signed;
        return withManifest(ours.entries, { ...manifest, signed: { ...manifest.signed, key } });
      },
      /changed after it was signed/,
    ],
    [
      "has another store",
      () => replaced(ours.entries, store, contentOf(theirs.entries, store)),
      /is damaged, or was changed/,
    ],
    [
      "has another store, and its sum",
      async () => {
        const changed = replaced(ours.entries, store, contentOf(theirs.entries, store));
        const { signed: kept } = manifestIn(ours.entries);
        return withManifest(changed, { ...manifestIn(await signed(theirs, changed)), signed: kept });
      },
      /changed after it was signed/,
    ],
    [
      "is of a later format",
      () => withManifest(ours.entries, { ...manifestIn(ours.entries), version: 3 }),
      /it is of format 3, which a newer version of this program writes; use that one/,
    ],
    [
      "is said to be newer",
      () => withManifest(ours.entries, { ...manifestIn(ours.entries), madeAt: new Date().toISOString() }),
      /changed after it was signed/,
    ],
    [
      "says more than was signed",
      () => withManifest(ours.entries, { ...manifestIn(ours.entries), later: "field" }),
      /changed after it was signed/,
    ],
    [
      "lacks an entry of its manifest",
      () => {
        const manifest = manifestIn(ours.entries);
        return withManifest(ours.entries, { ...manifest, parts: manifest.parts.slice(1) });
      },
      /changed after it was signed/,
    ],
    ["lacks a file", () => ours.entries.filter(([name]) => name !== "signing-key.pem"), /signing-key\.pem is missing/],
    ["lacks its manifest", () => ours.entries.slice(1), /its first file, manifest\.json, is missing/],
    ["has a file more", () => [...ours.entries, extra], /a file that its manifest does not name/],
    ["has a file twice", () => [...ours.entries, ...ours.entries.slice(-1)], /does not name, or names once/],
  ])("and %s is rejected", async (_how, entries, why, options = {}) => {
    await expect(taken(await entries(), options)).rejects.toThrow(why);
  });

  it.each<[string, (entries: Entries) => Entries, RegExp, ((manifest: Manifest) => void)?]>([
    ["a way out of the folder", (entries) => [...entries, ["../escaped.pem", extra[1]]], /a name that no backup has/],
    [
      "a log of the store's",
      (entries) => [...entries, ["front-desk.sqlite-wal", extra[1]]],
      /a name that no backup has/,
    ],
    ["a hidden name", (entries) => [...entries, [".hidden", extra[1]]], /a name that no backup has/],
    [
      "no store",
      (entries) => entries.filter(([name]) => name !== store),
      /its file front-desk\.sqlite\.zst is missing/,
    ],
    [
      "a list of files with a way out of the folder",
      (entries) => [...entries, [".files.jsonl", Buffer.from(JSON.stringify({ ...listed, name: "../escaped.pem" }))]],
      /its list of files is not one that this version knows/,
    ],
    [
      "shared files for which there is no room",
      (entries) => {
        const shared = { ...listed, name: "ab".repeat(16), bytes: 10 ** 15, pooled: "ab".repeat(32) };
        return [...entries, [".files.jsonl", Buffer.from(JSON.stringify(shared))]];
      },
      /DATA_DIR: the files of the backup need 1000 TB; [\d.]+ [MGT]B are free/,
    ],
    [
      "a store that expands to more than it says",
      (entries) => replaced(entries, store, zstdCompressSync(Buffer.alloc(100_000_000))),
      /its file front-desk\.sqlite\.zst is damaged/,
    ],
    [
      "a name twice",
      (entries) => [...entries, extra],
      /names a file twice/,
      ({ parts }) => void parts.push(...parts.slice(-1)),
    ],
    [
      "a key other than the one that signed it",
      (entries) => replaced(entries, "signing-key.pem", contentOf(theirs.entries, "signing-key.pem")),
      /was signed with the key .* and brings another/,
    ],
  ])("with %s is rejected even if our key has signed it", async (_how, entries, why, change) => {
    await expect(taken(await signed(ours, entries(ours.entries), change))).rejects.toThrow(why);
    expect(readdirSync(cwd)).not.toContain("escaped.pem");
  });

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ["a link in the place of a file", (bytes) => reheaded(bytes, (head) => void head.write("2", 156)), /no plain file/],
    ["a path in front of a name", (bytes) => reheaded(bytes, (head) => void head.write("etc", 345)), /no plain file/],
    ["something after its end", (bytes) => Buffer.concat([bytes, Buffer.from("more")]), /goes on after its end/],
  ])("as an archive with %s is rejected", async (_how, raw, why) => {
    await expect(taken(ours.entries, { sealing: plain, unencrypted: true, raw })).rejects.toThrow(why);
  });
});

/** Changes the header of the last file and fixes its checksum. */
function reheaded(bytes: Buffer, change: (head: Buffer) => void): Buffer {
  const [name = ""] = ours.entries.at(-1) ?? [];
  const at = bytes.lastIndexOf(`${name}\0`);
  const head = bytes.subarray(at, at + 512);
  change(head);
  head.fill(" ", 148, 156);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return bytes;
}

describe("a backup that the operator takes", () => {
  const unsigned = () => {
    const { signed: _gone, ...manifest } = manifestIn(theirs.entries);
    return withManifest(theirs.entries, manifest);
  };

  it("is accepted without questions if it was made here", async () => {
    const said: string[] = [];
    expect(await taken(ours.entries, { said })).toEqual([]);
    expect(said).toEqual([]);
  });

  it("may be unencrypted, of another key or unsigned, each with its own flag", async () => {
    const key = theirs.key;
    expect(await taken(theirs.entries, { sealing: plain, unencrypted: true, typed: [key] })).toEqual(["key"]);
    const admitted = admissionTo(ours.dataDir, { unsigned: true, key });
    const file = join(cwd, "forged.tar");
    await pack(file, unsigned(), encrypted);
    const opened = await openBackup(ours.dataDir, file, openingWith({ identities: [identity] }, admitted));
    await opened.discard();
    expect(admitted.accepted()).toEqual(["unsigned", "key"]);
  });

  it.each([
    ["the fingerprint", () => theirs.entries, () => [theirs.key], ["key"]],
    [
      "first that it is not signed, then the fingerprint",
      unsigned,
      () => ["unsigned", theirs.key],
      ["unsigned", "key"],
    ],
  ])("is accepted if %s is typed", async (_what, entries, typed, accepted) => {
    const said: string[] = [];
    expect(await taken(entries(), { typed: typed(), said })).toEqual(accepted);
    expect(said.join("\n")).toContain(`its key:      ${theirs.key}\n  the key here: ${ours.key}`);
  });

  it.each([
    ["nothing", () => theirs.entries, () => []],
    ["yes", () => theirs.entries, () => ["yes"]],
    ["the key that is here", () => theirs.entries, () => [ours.key]],
    ["only that it is not signed", unsigned, () => ["unsigned"]],
  ])("is rejected if %s is typed", async (_what, entries, typed) => {
    await expect(taken(entries(), { typed: typed() })).rejects.toThrow(/Nothing has been changed/);
  });

  it("is rejected if the flag names another key, even our own backup", async () => {
    const flagged = (entries: Entries) =>
      pack(join(cwd, "forged.tar"), entries, encrypted).then(() =>
        openBackup(
          ours.dataDir,
          join(cwd, "forged.tar"),
          openingWith({ identities: [identity] }, admissionTo(ours.dataDir, { key: ours.key.replaceAll(/./g, "x") })),
        ),
      );
    await expect(flagged(ours.entries)).rejects.toThrow(`it is of the key ${ours.key}, and --accept-key names another`);
    await expect(flagged(theirs.entries)).rejects.toThrow("--accept-key names another");
  });

  it("on a new machine shows its fingerprint, which has to be typed", async () => {
    const dataDir = mkdtempSync(join(cwd, "new-"));
    await expect(taken(ours.entries, { dataDir })).rejects.toThrow("there is none here to compare it with");
    const said: string[] = [];
    expect(await taken(ours.entries, { dataDir, typed: [ours.key], said })).toEqual(["key"]);
    expect(said[0]).toContain(ours.key);
  });

  it("a backup of an earlier key is ours, and still has to be confirmed", async () => {
    const rotated = await install("rotated");
    await rotateKeyFile({ dataDir: rotated.dataDir, keyFile: undefined });
    const said: string[] = [];
    await expect(taken(rotated.entries, { dataDir: rotated.dataDir, said })).rejects.toThrow("add --accept-key=");
    expect(said[0]).toContain("an older key of this installation");
    expect(await taken(rotated.entries, { dataDir: rotated.dataDir, typed: [rotated.key] })).toEqual(["key"]);
  });

  it("is signed and compared with a key file elsewhere", async () => {
    const keyFile = join(cwd, "elsewhere.pem");
    writeFileSync(keyFile, readFileSync(keyPath({ dataDir: theirs.dataDir, keyFile: undefined })));
    const folder = join(cwd, "elsewhere-backups");
    const made = await makeBackup({ dataDir: ours.dataDir, keyFile, folder, key: encrypted, keep: 1, days: 30 });
    expect(made.signer).toBe((await readKeyFile({ dataDir: "", keyFile }))?.kid);
    const entries = await unpacked(join(folder, made.name), { identities: [identity] });
    expect(await taken(entries, { keyFile })).toEqual([]);
    await expect(taken(entries, {})).rejects.toThrow("it is of the key");
  });
});
