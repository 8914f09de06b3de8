import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { readConfig } from "../config.ts";
import { createServices } from "../compose.ts";
import { openSigning } from "../signing/create-signing.ts";
import { defineRowSum } from "../store/integrity/table-checksums.ts";
import { openStore, type Store } from "../open-store.ts";
import { newInquiry } from "../store/testing.ts";
import { createRandom } from "../signing/testing-tampering.ts";
import { makeBackup } from "./make-backup.ts";
import { readBackup } from "./restore/read-backup.ts";
import { openBackup } from "./restore/restore.ts";
import type { BackupKey } from "./encryption.ts";
import { listBackups } from "./stored-backups.ts";
import { admissionTo, openingWith } from "./testing.ts";

const day = 86_400_000;

let cwd: string;
let dataDir: string;
let folder: string;
let identity: string;
let key: BackupKey;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-backup-"));
  dataDir = join(cwd, "data");
  folder = join(cwd, "backups");
  identity = await generateIdentity();
  key = { kind: "recipient", recipient: await identityToRecipient(identity) };
});
afterEach(() => rmSync(cwd, { recursive: true }));

const order = (change: object = {}) => ({ dataDir, folder, key, keep: 14, days: 30, ...change });
const only = () => join(folder, readdirSync(folder)[0] ?? "");

/** The app on this folder, as the server opens it. */
async function open(place = dataDir) {
  const store = await openStore({ dataDir: place });
  const signing = await openSigning({ dataDir: place, keyFile: undefined });
  const services = await createServices(store, readConfig({ DATA_DIR: place }), signing);
  return { store, services, close: () => store.close() };
}

const send = (store: Store, text: string) =>
  store.inquiries.insert(newInquiry({ ...goodInquiry, query: text }), [], Date.now());

function query(text: string, place = dataDir): unknown[] {
  const database = new DatabaseSync(join(place, "front-desk.sqlite"), { readOnly: true });
  const rows = database.prepare(text).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

const opening = (place: string, accepted = {}) => openingWith({ identities: [identity] }, admissionTo(place, accepted));

/** Restores the only backup, as the command does with `--accept-key`. */
async function restore(place = dataDir, now = Date.now) {
  let signedBy: string | null = null;
  await readBackup(only(), { identities: [identity] }, { admit: ({ signer }) => void (signedBy = signer) });
  const backup = await openBackup(place, only(), opening(place, { key: signedBy }));
  try {
    return { backup, ...(await backup.putInPlace(async () => undefined, now)) };
  } finally {
    await backup.discard();
  }
}

describe("a backup", () => {
  it("is made while the program writes, and holds one moment of it", async () => {
    const { store, close } = await open();
    for (let count = 0; count < 200; count += 1) await send(store, `before ${count}`);
    const state = { isMaking: true };
    let sent = 0;
    const making = makeBackup(order()).finally(() => {
      state.isMaking = false;
    });
    while (state.isMaking) {
      await send(store, `meanwhile ${sent}`);
      sent += 1;
    }
    const made = await making;
    expect(sent).toBeGreaterThan(0);
    expect(made.inquiries).toBeGreaterThanOrEqual(200);
    expect(made.inquiries).toBeLessThanOrEqual(200 + sent);
    expect(await store.inquiries.count()).toBe(200 + sent);
    await close();
    await restore(join(cwd, "elsewhere"));
    const [{ last }] = query("select max(number) as last from inquiry", join(cwd, "elsewhere")) as [{ last: number }];
    expect(last).toBe(made.inquiries);
  });

  it("is encrypted, for its owner alone, and leaves nothing beside it", async () => {
    const { store, close } = await open();
    await send(store, "a text that can be found again");
    const { name } = await makeBackup(order());
    await close();
    expect(readdirSync(folder)).toEqual([name]);
    expect(name).toMatch(/^front-desk-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.age$/);
    expect(readFileSync(only()).includes("a text that can be found again")).toBe(false);
    expect(statSync(only()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((file) => file.startsWith(".backup"))).toEqual([]);
  });

  it("keeps the configured number, and none for longer than the privacy page says", async () => {
    await (await open()).close();
    const now = Date.UTC(2026, 10, 21);
    for (const age of [40, 32, 29, 3, 2, 1]) await makeBackup(order({ keep: 100 }), undefined, () => now - age * day);
    expect(await listBackups(folder)).toHaveLength(4);
    writeFileSync(join(folder, "notes.txt"), "not ours");
    const { pruned } = await makeBackup(order({ keep: 3 }), undefined, () => now);
    expect(pruned).toHaveLength(2);
    expect((await listBackups(folder)).map(({ madeAt }) => (now - madeAt) / day)).toEqual([0, 1, 2]);
    expect(readdirSync(folder)).toContain("notes.txt");
  });

  it("is made also if an old one cannot be deleted, which keeps none of the others", async () => {
    await (await open()).close();
    const [older, stuck] = ["front-desk-2020-01-01T00-00-00Z.tar.age", "front-desk-2020-01-02T00-00-00Z.tar.age"];
    // Like a write-protected file, `unlink` does not delete a folder.
    mkdirSync(join(folder, stuck), { recursive: true });
    writeFileSync(join(folder, older), "");
    const made = await makeBackup(order());
    expect(made).toMatchObject({ pruned: [older], stuck: [{ name: stuck, why: expect.stringMatching(/^E[A-Z_]+$/) }] });
    expect(readdirSync(folder)).toEqual([stuck, made.name]);
  });

  it("is not pruned for files with later names, which may be damaged", async () => {
    await (await open()).close();
    mkdirSync(folder);
    writeFileSync(join(folder, "front-desk-2099-01-01T00-00-00Z.tar.age"), "half");
    const { name } = await makeBackup(order({ keep: 1 }));
    expect(readdirSync(folder)).toContain(name);
  });

  it("is not made of a damaged store, and the good ones stay", async () => {
    const { store, close } = await open();
    await send(store, "a text that can be found again");
    await close();
    const { name } = await makeBackup(order());
    const file = join(dataDir, "front-desk.sqlite");
    const bytes = readFileSync(file);
    bytes.write("another one than can", bytes.indexOf("a text that can"));
    writeFileSync(file, bytes);
    await expect(makeBackup(order({ keep: 1 }))).rejects.toThrow("a row of the table inquiry is not as it was written");
    expect(readdirSync(folder)).toEqual([name]);
  });

  it("says which folder cannot be written, and leaves nothing half-written", async () => {
    await (await open()).close();
    mkdirSync(folder, { mode: 0o500 });
    writeFileSync(join(cwd, "file"), "");
    const wrong = process.getuid?.() === 0 ? join(cwd, "file/below") : folder;
    await expect(makeBackup(order({ folder: wrong }))).rejects.toThrow(/^BACKUP_DIR: the folder .* cannot be written/);
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(dataDir).filter((file) => file.startsWith("."))).toEqual([]);
  });

  it("is made also if the folder contains other files", async () => {
    await (await open()).close();
    for (const name of ["a note (1).txt", "manifest.json", "ü.txt"]) writeFileSync(join(dataDir, name), "not ours");
    const { name } = await makeBackup(order());
    expect(await listBackups(folder)).toMatchObject([{ name }]);
  });

  it("includes a linked key file, and fails if the link is broken", async () => {
    await (await open()).close();
    const place = join(dataDir, "signing-key.pem");
    const signingKey = readFileSync(place);
    renameSync(place, join(cwd, "elsewhere.pem"));
    symlinkSync(join(cwd, "elsewhere.pem"), place);
    symlinkSync(cwd, join(dataDir, "a-folder"));
    await makeBackup(order());
    await restore(join(cwd, "restored"));
    expect(readFileSync(join(cwd, "restored", "signing-key.pem")).equals(signingKey)).toBe(true);

    renameSync(join(cwd, "elsewhere.pem"), join(cwd, "moved.pem"));
    await expect(makeBackup(order())).rejects.toThrow(
      `DATA_DIR: the file ${place} is a link to a file that cannot be read (ENOENT)`,
    );
    expect(await listBackups(folder)).toHaveLength(1);
  });

  it("is made one at a time", async () => {
    await (await open()).close();
    const both = await Promise.allSettled([makeBackup(order()), makeBackup(order())]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: "another backup is being made" },
    });
    expect(await listBackups(folder)).toHaveLength(1);
  });

  it("deletes what a killed one left", async () => {
    await (await open()).close();
    mkdirSync(join(dataDir, ".backup-killed"));
    mkdirSync(folder);
    writeFileSync(join(folder, ".front-desk-2026-11-21T00-00-00Z.tar.age.some-id.tmp"), "half");
    // A file of another program, in a folder that is not ours alone.
    writeFileSync(join(folder, ".backup-settings"), "");
    const { name } = await makeBackup(order());
    expect(readdirSync(folder).toSorted()).toEqual([".backup-settings", name]);
    expect(readdirSync(dataDir)).not.toContain(".backup-killed");
  });
});

describe("a damaged backup", () => {
  it("or what is none is rejected with what is missing", async () => {
    await (await open()).close();
    mkdirSync(folder);
    const elsewhere = join(cwd, "elsewhere");
    const reject = (file: string) =>
      expect(openBackup(elsewhere, file, openingWith({}, admissionTo(elsewhere)))).rejects;
    await reject(join(folder, "a.tar")).toThrow("a.tar: this file is missing");
    await reject(folder).toThrow("it is a folder, and holds no backup: a file front-desk-<time>.tar.age (or .tar) is");
    const { name } = await makeBackup(order());
    await reject(folder).toThrow(`${folder}: it is a folder: name a backup in it, such as ${name}`);
    expect(readdirSync(cwd)).not.toContain("elsewhere");
  });

  it("is refused wherever it is damaged, and nothing is touched", async () => {
    const { store, close } = await open();
    for (let count = 0; count < 20; count += 1) await send(store, `number ${count}`);
    await close();
    await makeBackup(order());
    const good = readFileSync(only());
    const random = createRandom(20_261_121);
    const before = readdirSync(dataDir);
    for (let count = 0; count < 25; count += 1) {
      const bytes = Buffer.from(good);
      const at = count < 5 ? random.int(300) : random.int(bytes.length);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.int(8)), at);
      writeFileSync(only(), bytes);
      await expect(openBackup(dataDir, only(), opening(dataDir)), `the bit at ${at}`).rejects.toThrow(only());
    }
    for (let count = 0; count < 10; count += 1) {
      writeFileSync(only(), good);
      truncateSync(only(), random.int(good.length));
      await expect(openBackup(dataDir, only(), opening(dataDir))).rejects.toThrow(only());
    }
    writeFileSync(only(), good);
    appendFileSync(only(), "more");
    await expect(openBackup(dataDir, only(), opening(dataDir))).rejects.toThrow(only());
    expect(readdirSync(dataDir)).toEqual(before);
  });
});

describe("a restore", () => {
  it("puts all of it into an empty folder, with the channels, and raises no alarm", async () => {
    const { store, services, close } = await open();
    await services.channels.poll(true);
    await services.channels.add({ type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" });
    await send(store, "kept");
    await services.audit.record({ kind: "command-run", by: null, about: {} });
    await services.audit.settled();
    await makeBackup(order());
    // The backup does not contain later channel changes.
    await services.channels.add({ type: "telegram", value: "@saffron_example", isActive: true, proof: "" });
    await close();
    rmSync(dataDir, { recursive: true });
    const { replaced } = await restore();
    expect(replaced).toBeNull();
    const again = await open();
    const { alarm } = await again.services.channels.poll(true);
    expect(alarm).toBeNull();
    expect(await again.services.audit.check()).toMatchObject({ outcome: "whole" });
    expect((await again.services.channels.list()).map(({ value }) => value)).toEqual(["+91 90000 00001"]);
    expect(await again.store.inquiries.count()).toBe(1);
    await again.close();
  });

  it("keeps its bin: nothing is erased immediately, and what only retention erased is restored", async () => {
    const first = await open();
    const texts = ["its days are over", "a visitor erases it", "an owner erases it", "deleted later", "deleted lately"];
    for (const text of texts) await send(first.store, text);
    const ids = (query("select id from inquiry order by number") as Array<{ id: string }>).map(({ id }) => id);
    const began = Date.now();
    const bin = (index: number, now: number) =>
      first.store.bin.add([{ id: ids[index] ?? "", version: 1 }], {
        memberId: null,
        now,
        since: now,
        entryOf: () => first.services.audit.draft({ kind: "inquiry-binned", by: null, about: {} }),
        messagesOf: () => [],
      });
    for (const index of [0, 1, 2]) await bin(index, began);
    await bin(4, began + 30 * day);
    await makeBackup(order());
    await bin(3, began + day);
    await first.store.inquiries.erase([1, 4], "bin", began + 31 * day);
    await first.store.inquiries.erase([2], "visitor", began + 2 * day);
    await first.store.inquiries.erase([3], "team", began + 3 * day);
    await first.close();

    const restoredAt = began + 40 * day;
    const restored = await restore(dataDir, () => restoredAt);
    expect(restored).toMatchObject({ erased: 2, bin: { inquiries: 2, renewed: 1 } });
    expect(query("select query, status, binned_at from inquiry order by number")).toEqual([
      { query: "its days are over", status: "binned", binned_at: restoredAt },
      { query: "deleted later", status: "new", binned_at: null },
      { query: "deleted lately", status: "binned", binned_at: began + 30 * day },
    ]);
    const again = await open();
    expect(
      await again.store.bin.restore([ids[0] ?? ""], {
        memberId: null,
        now: restoredAt,
        entryOf: () => again.services.audit.draft({ kind: "inquiry-restored", by: null, about: {} }),
      }),
    ).toEqual([ids[0]]);
    await again.close();
  });

  it("over a newer store keeps the replaced store, raises no alarm, and repeats later erasures", async () => {
    const first = await open();
    await first.services.channels.poll(true);
    for (const text of ["stays", "is erased later"]) await send(first.store, text);
    await makeBackup(order());
    await first.services.channels.add({ type: "telegram", value: "@saffron_example", isActive: true, proof: "" });
    await first.store.inquiries.erase([2], "request", 1234);
    await send(first.store, "came later");
    await first.close();

    const { backup, replaced, erased } = await restore();
    expect(backup.present).toMatchObject({ inquiries: 2, progress: { inquiries: 3 } });
    expect(backup.manifest.accepted).toBe(2);
    expect(erased).toBe(1);
    expect(query("select query from inquiry")).toEqual([{ query: "stays" }]);
    expect(query("select reason, erased_at from erasure")).toEqual([{ reason: "request", erased_at: 1234 }]);
    expect(query("select query from inquiry order by number", replaced ?? "")).toEqual([
      { query: "stays" },
      { query: "came later" },
    ]);
    const bytes = readdirSync(dataDir)
      .filter((name) => name.startsWith("front-desk"))
      .map((name) => readFileSync(join(dataDir, name)));
    expect(Buffer.concat(bytes).includes("is erased later")).toBe(false);
    const again = await open();
    expect((await again.services.channels.poll(true)).alarm).toBeNull();
    await again.close();
  });

  it("ends the sessions and the move of that time, and resends no message automatically", async () => {
    const { store, services, close } = await open();
    const member = { id: "member", email: "owner@example.com", role: "owner" as const };
    await store.members.insert({ ...member, passwordHash: "none" }, Date.now());
    await services.sessions.start(member);
    await store.setTransferred("a PostgreSQL database");
    await store.outbox.add({ id: "message", kind: "inquiry", channel: "webhook", payload: "{}" }, Date.now());
    await makeBackup(order());
    await close();
    await restore();
    expect(query("select count(*) as n from session")).toEqual([{ n: 0 }]);
    expect(query("select name from secret where name = 'moved to'")).toEqual([]);
    expect(query("select state from outbox")).toEqual([{ state: "dead" }]);
    expect(query("select email from member")).toEqual([{ email: member.email }]);
  });

  it("is refused while a program uses the folder", async () => {
    const { close } = await open();
    await makeBackup(order());
    await expect(restore()).rejects.toThrow("stop the server first");
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
    await close();
    await restore();
  });

  it("that was not finished keeps the program from starting, and can be run again", async () => {
    const { store, close } = await open();
    for (const text of ["stays", "is erased later"]) await send(store, text);
    await makeBackup(order());
    await store.inquiries.erase([2], "request", 1234);
    await close();
    const { replaced } = await restore();
    // The state after a power cut between the two steps: the old store moved away, the new one missing.
    rmSync(join(dataDir, "front-desk.sqlite"));
    writeFileSync(join(dataDir, "restore.unfinished"), replaced?.split("/").at(-1) ?? "");
    await expect(open()).rejects.toThrow("a restore was not finished");
    expect((await restore()).erased).toBe(1);
    expect(query("select query from inquiry")).toEqual([{ query: "stays" }]);
    await (await open()).close();
  });

  it("of a store from a newer version is refused", async () => {
    await (await open()).close();
    const database = new DatabaseSync(join(dataDir, "front-desk.sqlite"));
    defineRowSum(database);
    database.exec(`
      insert into kysely_migration (name, timestamp) values ('9999-later', 'then');
      update content_sum set added = added + 1, sum = (sum + row_sum('9999-later', 'then')) & 0xffffffffffff
      where name = 'kysely_migration'`);
    database.close();
    await makeBackup(order());
    await expect(restore()).rejects.toThrow("it was made by a newer version (9999-later)");
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });
});
