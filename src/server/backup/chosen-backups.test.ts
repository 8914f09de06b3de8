import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayAt } from "#domain/time/day.ts";
import { day, hour } from "#domain/time/durations.ts";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { openStore } from "../open-store.ts";
import { startReceiver } from "../notifications/testing.ts";
import { createTrustTest, mail } from "../trust/testing.ts";
import { createBackupScheduler } from "./scheduler.ts";
import { backupName } from "./stored-backups.ts";
import { unpacked } from "./testing.ts";

type Desk = Awaited<ReturnType<typeof createTrustTest>>;
let cwd: string;
let places: string[];
let desk: Desk;
let one: string;
const env = () => ({ DATA_DIR: join(cwd, "data"), BACKUP_PLACES: places.join(), WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" });

async function start(more: Record<string, string> = {}) {
  desk = await createTrustTest({ env: { ...env(), ...more } });
  // A store to back up, on either engine.
  await (await openStore({ dataDir: join(cwd, "data") })).close();
  // Backups are named by the machine's clock, and a name of the future does not count.
  desk.clock.advance({ hours: (Date.now() + hour - desk.clock.now()) / hour });
  await desk.addOwners(2);
  one = await desk.session("one");
}
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-chosen-"));
  mkdirSync(join(cwd, "data"));
  places = [join(cwd, "one"), join(cwd, "two")];
  await start();
});
afterEach(async () => {
  await desk.close();
  rmSync(cwd, { recursive: true });
});

const without = { endpoint: "", region: "", bucket: "", prefix: "", accessKeyId: "", keepInBucket: 14 };
const plain = () => ({ folder: places[0], everyHours: 24, keep: 14, ...without });

/** A passphrase that is typed back as people do. */
async function passphrase(cookie = one) {
  const { body } = await desk.call(cookie, "POST", "backups/passphrase");
  return {
    shown: body.passphrase as string,
    typed: { passphrase: body.passphrase.toUpperCase().replaceAll("-", " "), passphraseProof: body.proof },
  };
}

const save = (backups: object | null, cookie = one) => desk.save(cookie, { backups });
const errorsOf = async (backups: object | null) => {
  const { status, body } = await save(backups);
  return status === 422 ? body.errors : status;
};
const state = async () => (await desk.call(one, "GET", "backups")).body;
const filesIn = (place: number) => readdirSync(places[place] ?? "").filter((name) => name.startsWith("front-desk-"));

describe("backups in the browser", () => {
  it("begin without a restart, open with the passphrase that was shown once, and end", async () => {
    const { shown, typed } = await passphrase();
    expect((await save({ ...plain(), ...typed })).status).toBe(200);
    await desk.services.backups.runDue();
    expect(await state()).toMatchObject({ everyHours: 24, failure: null, last: { bytes: expect.any(Number) } });
    expect(Date.parse((await state()).dueAt) - Date.parse((await state()).last.madeAt)).toBe(day);
    const [name = ""] = filesIn(0);
    const entries = await unpacked(join(places[0] ?? "", name), { passphrase: shown });
    expect(entries.map(([file]) => file)).toEqual(expect.arrayContaining(["front-desk.sqlite.zst", "signing-key.pem"]));
    expect(entries.map(([file]) => file).filter((file) => file.startsWith("."))).toEqual([]);
    // It is shown once.
    const { body } = await desk.call(one, "GET", "settings");
    expect(body.backups).toEqual({ ...plain(), hasPassphrase: true, hasSecretAccessKey: false });
    expect(JSON.stringify([body, await desk.dump()])).not.toContain(shown);
    // Another owner changes the schedule only.
    const two = await desk.session("two");
    expect((await save({ ...plain(), everyHours: 6 }, two)).status).toBe(200);
    expect((await state()).everyHours).toBe(6);
    expect((await save(null)).status).toBe(200);
    expect((await state()).everyHours).toBe(0);
  });

  it("need a passphrase that the server made for this owner, within the hour, and that is typed back", async () => {
    const { typed } = await passphrase();
    const own = { ...typed, passphrase: "a passphrase of my own choice" };
    for (const given of [own, { ...typed, passphrase: typed.passphrase.slice(0, -1) }, { passphrase: "x" }])
      expect(await errorsOf({ ...plain(), ...given })).toEqual({
        "backups.passphrase": expect.stringContaining("not the passphrase that was shown"),
      });
    expect(await errorsOf(plain())).toEqual({ "backups.passphrase": expect.stringContaining("Make a passphrase") });
    const others = await passphrase(await desk.session("two"));
    expect(await errorsOf({ ...plain(), ...others.typed })).toHaveProperty(["backups.passphrase"]);
    desk.clock.advance({ hours: 1.1 });
    one = await desk.session("one");
    expect(await errorsOf({ ...plain(), ...typed })).toHaveProperty(["backups.passphrase"]);
  });

  it("go only to places that the operator names, and to no internal host", async () => {
    const { typed } = await passphrase();
    const given = { ...plain(), ...typed };
    for (const folder of [cwd, `${places[0]}/..`, `${places[0]}/more`, "/etc", "backups"])
      expect(await errorsOf({ ...given, folder })).toEqual({ "backups.folder": expect.stringContaining("Choose one") });
    const bucket = { bucket: "desk-backups", accessKeyId: "key", secretAccessKey: "secret" };
    const inside = ["http://s3.example.com", "https://10.0.0.1", "https://[::1]:9000", "https://localhost"];
    for (const endpoint of inside)
      expect(await errorsOf({ ...given, ...bucket, endpoint })).toEqual({
        "backups.endpoint": expect.stringMatching(/public address|https:/),
      });
    expect(await errorsOf({ ...given, ...bucket, endpoint: "https://no-such-name.invalid" })).toEqual({
      "backups.endpoint": expect.stringMatching(/^Address of the S3 server: /),
    });
    expect(await errorsOf({ ...given, endpoint: "https://s3.example.com" })).toEqual({
      "backups.bucket": "Bucket is required.",
      "backups.accessKeyId": "Access key is required.",
      "backups.secretAccessKey": "Secret key is required.",
    });
    const file = join(cwd, "file");
    writeFileSync(file, "");
    await desk.close();
    places = [join(file, "backups")];
    await start();
    const again = { ...plain(), ...(await passphrase()).typed };
    expect(await errorsOf(again)).toEqual({
      "backups.folder": expect.stringMatching(/^The folder .*cannot be written/),
    });
  });

  it("wait for another owner, who reads where they go and no secret", async () => {
    await desk.save(one, { mail });
    await desk.services.channels.setRule({ kind: "approval" }, null);
    const { shown, typed } = await passphrase();
    expect((await save({ ...plain(), ...typed })).status).toBe(202);
    await desk.services.backups.runDue();
    expect((await state()).everyHours).toBe(0);
    const [change] = await desk.waiting(await desk.session("two"));
    expect(change).toMatchObject({ kind: "backups", values: { "backups.folder": places[0], "backups.keep": "14" } });
    expect(JSON.stringify(change)).not.toContain(shown);
    expect((await desk.emails()).map(({ to }) => to)).toContain("two@example.com");
    await desk.advance(48);
    one = await desk.session("one");
    expect((await state()).everyHours).toBe(0);
    const two = await desk.session("two");
    expect((await desk.call(two, "POST", `trust-changes/${change.id}/approve`)).status).toBe(200);
    await desk.services.settings.poll();
    await desk.services.backups.runDue();
    expect(await unpacked(join(places[0] ?? "", filesIn(0)[0] ?? ""), { passphrase: shown })).not.toEqual([]);
    // Fewer backups, or none, is a loss as well.
    expect((await save({ ...plain(), keep: 1 })).status).toBe(202);
    expect((await state()).everyHours).toBe(24);
  });

  it("follow on each instance, and leave nothing too old in a folder that is no longer used", async () => {
    await save({ ...plain(), ...(await passphrase()).typed });
    await desk.services.backups.runDue();
    const config = readConfig({ LOG_LEVEL: "silent", ...env() });
    const other = await createServices(desk.store, config, desk.signing, desk.clock.now);
    await other.settings.poll();
    expect(config.backup.present()).toMatchObject({ folder: places[0], everyHours: 24 });
    mkdirSync(places[1] ?? "");
    const put = (place: number, days: number) =>
      writeFileSync(join(places[place] ?? "", backupName(desk.clock.now() - days * day, true)), "");
    put(1, 0);
    put(0, 29);
    expect((await save({ ...plain(), folder: places[1], everyHours: 8760 })).status).toBe(200);
    desk.clock.advance({ days: 2 });
    await desk.services.backups.runDue();
    expect([filesIn(0).length, filesIn(1).length]).toEqual([1, 1]);
    desk.clock.advance({ days: 30 });
    await desk.services.backups.runDue();
    // The last one in use stays.
    expect([filesIn(0).length, filesIn(1).length]).toEqual([0, 1]);
  });

  it("go on where an earlier folder cannot be read, and keep those of a folder while the settings are unknown", async () => {
    await save({ ...plain(), ...(await passphrase()).typed });
    await desk.services.backups.runDue();
    expect((await save({ ...plain(), folder: places[1] })).status).toBe(200);
    // No folder any more, as where a disk is not mounted.
    rmSync(places[0] ?? "", { recursive: true });
    writeFileSync(places[0] ?? "", "");
    await desk.services.backups.runDue();
    expect(filesIn(1)).toHaveLength(1);
    expect((await state()).failure).toBeNull();
    // A start at which the settings cannot be trusted knows no folder: the last backup that there is stays.
    desk.clock.advance({ days: 40 });
    const { backup } = readConfig({ LOG_LEVEL: "silent", ...env() });
    const plan = {
      dataDir: join(cwd, "data"),
      plan: backup.present,
      record: async () => undefined,
      now: desk.clock.now,
    };
    await createBackupScheduler(plan).runDue();
    expect(filesIn(1)).toHaveLength(1);
    backup.use(null);
    await createBackupScheduler(plan).runDue();
    expect(filesIn(1)).toHaveLength(0);
  });

  it("say so when the operator no longer names their folder, or another key encrypted their passphrase", async () => {
    await save({ ...plain(), ...(await passphrase()).typed });
    const { backup } = readConfig({ LOG_LEVEL: "silent", ...env(), BACKUP_PLACES: places[1] });
    const chosen = (await desk.services.settings.current()).backups;
    backup.use(chosen);
    expect(backup.present().problem).toContain("backup.place-not-named");
    desk.config.backup.use(chosen && { ...chosen, passphrase: "" });
    await desk.services.backups.runDue();
    expect((await state()).failure.message).toContain("make a new one in the settings");
  });
});

it("of the server win, and are shown as such", async () => {
  await desk.close();
  await start({ BACKUP_DIR: join(cwd, "fixed"), BACKUP_EVERY_HOURS: "12", BACKUP_PASSPHRASE: "a long passphrase" });
  const { body } = await desk.call(one, "GET", "settings");
  const server = { folder: join(cwd, "fixed"), everyHours: 12, keep: 14, encryption: "passphrase", bucket: null };
  expect([body.serverBackups, body.backups]).toEqual([server, null]);
  expect(JSON.stringify(body)).not.toContain("a long passphrase");
  const { typed } = await passphrase();
  expect(await errorsOf({ ...plain(), ...typed })).toEqual({ "backups.folder": expect.stringContaining("BACKUP_DIR") });
});

describe("a bucket", () => {
  const bucket = (endpoint: string) => ({
    endpoint,
    region: "eu-central-1",
    bucket: "desk-backups",
    prefix: "desk",
    accessKeyId: "key",
    secretAccessKey: "a secret key of the bucket",
  });

  /** A server that keeps what it is given. */
  async function honestBucket() {
    const objects = new Map<string, string>();
    const server = await startReceiver();
    const answers = (path: string, method: string, text: string): [number, string] => {
      const [name = ""] = path.split("?");
      if (path.includes("list-type")) return [200, "<ListBucketResult></ListBucketResult>"];
      if (method === "PUT") objects.set(name, text);
      if (method === "DELETE") objects.delete(name);
      const found = objects.get(name);
      if (method === "GET" && found === undefined) return [404, "<Error><Code>NoSuchKey</Code></Error>"];
      return [method === "DELETE" ? 204 : 200, found ?? ""];
    };
    server.response = (response, { path, body }, { method = "GET" }) => {
      const [status, text] = answers(path, method, body);
      response.writeHead(status).end(status === 204 ? undefined : text);
    };
    return { server, objects };
  }

  it("is tried before it is taken, and its key is entered again for another one", async () => {
    const { server, objects } = await honestBucket();
    const { typed } = await passphrase();
    const given = { ...plain(), ...typed, ...bucket(server.origin) };
    expect((await save(given)).status).toBe(200);
    expect(objects.size).toBe(0);
    const privacy = (await desk.app.inject("/api/privacy")).json();
    expect(privacy.backupsElsewhere).toBe(true);
    const { body } = await desk.call(one, "GET", "settings");
    expect(body.backups).toMatchObject({ endpoint: server.origin, bucket: "desk-backups", hasSecretAccessKey: true });
    expect(JSON.stringify([body, (await desk.dump()).setting])).not.toContain("a secret key of the bucket");
    const { passphrase: _typed, passphraseProof: _proof, secretAccessKey: _key, ...kept } = given;
    expect((await save({ ...kept, keep: 7 })).status).toBe(200);
    expect(await errorsOf({ ...kept, bucket: "another-one" })).toEqual({
      "backups.secretAccessKey": expect.stringContaining("again"),
    });
    server.response = (response) => response.writeHead(403).end();
    expect(await errorsOf({ ...kept, keep: 8 })).toEqual({
      "backups.accessKeyId": expect.stringMatching(/^Access key: the server refuses the key/),
    });
    await server.close();
  });

  it("that is no longer used is named to owners and visitors for as long as backups may be kept", async () => {
    const { server } = await honestBucket();
    const given = { ...plain(), ...(await passphrase()).typed, ...bucket(server.origin) };
    expect((await save(given)).status).toBe(200);
    const left = { bucket: `${new URL(server.origin).host}/desk-backups/desk/`, until: expect.any(String) };
    const facts = async () => (await desk.app.inject("/api/privacy")).json();
    const settings = async () => (await desk.call(await desk.session("one"), "GET", "settings")).body;
    await desk.save(one, { mail });
    await desk.services.channels.setRule({ kind: "approval" }, null);
    expect((await save(null)).status).toBe(202);
    expect((await settings()).leftCopies).toBeUndefined();
    const two = await desk.session("two");
    const [change] = await desk.waiting(two);
    expect((await desk.call(two, "POST", `trust-changes/${change.id}/approve`)).status).toBe(200);
    expect(await settings()).toMatchObject({ backups: null, leftCopies: [left], backupDays: 30 });
    expect((await facts()).backupsElsewhere).toBe(true);
    await desk.services.channels.setRule({ kind: "none" }, null);
    // The bucket is in use again, so the server deletes there.
    const again = { ...given, ...(await passphrase()).typed };
    expect((await save(again)).status).toBe(200);
    expect((await settings()).leftCopies).toBeUndefined();
    expect((await save({ ...again, prefix: "other", ...(await passphrase()).typed })).status).toBe(200);
    expect((await save(null)).status).toBe(200);
    const other = { ...left, bucket: left.bucket.replace("/desk/", "/other/") };
    expect((await settings()).leftCopies).toEqual([left, other]);
    desk.clock.advance({ days: 30 });
    expect(await facts()).toMatchObject({
      backupsElsewhere: false,
      changedOn: dayAt(desk.clock.now(), desk.config.site.timeZone),
    });
    expect((await settings()).leftCopies).toBeUndefined();
    await server.close();
  });
});
