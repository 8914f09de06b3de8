import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3mini } from "s3mini";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../config.ts";
import { openStore } from "../open-store.ts";
import { newInquiry } from "../store/testing.ts";
import { goodInquiry } from "../testing-api.ts";
import { runProgram } from "../testing-program.ts";
import type { BackupPlace } from "./backup-config.ts";
import { copyOffsite, fetchOffsite, listOffsite } from "./offsite.ts";
import { backupName, madeAt, prune } from "./stored-backups.ts";
import { bucketProblem } from "./check-place.ts";
import { openBackupBucket } from "./backup-bucket.ts";
import { runTask } from "./scheduler-task.ts";
import { type Fault, useFaultyS3 } from "../lib/s3/testing-server.ts";

// The S3 server may have to be installed first.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const server = useFaultyS3();

let cwd: string;
let folder: string;
let bucket: string;
let s3: S3mini;
let place: BackupPlace;
let count = 0;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-offsite-"));
  folder = join(cwd, "backups");
  mkdirSync(folder);
  bucket = `backups-${(count += 1)}`;
  s3 = await server.create(bucket);
  const { offsite } = readConfig(settings()).backup.server;
  if (offsite === undefined) throw new Error("there is no bucket");
  place = offsite;
});
afterEach(() => rmSync(cwd, { recursive: true }));

const settings = () => ({
  BACKUP_S3_ENDPOINT: server.endpoint,
  BACKUP_S3_BUCKET: bucket,
  BACKUP_S3_PREFIX: "desk/one",
  BACKUP_S3_ACCESS_KEY_ID: server.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
  BACKUP_S3_KEEP: "2",
});

const megabyte = 2 ** 20;
const hour = 3_600_000;

/** A file that looks like a backup of that time to a program without its key. */
function file(hoursAgo: number, bytes = 1000): string {
  const name = backupName(Date.now() - hoursAgo * hour, true);
  writeFileSync(join(folder, name), Buffer.concat([Buffer.from("age-encryption.org/v1\n"), randomBytes(bytes)]));
  return name;
}

const copy = (to = place) =>
  copyOffsite({ place: to, folder, days: 30 }, undefined, Date.now, openBackupBucket(to, { backoff: 1 }));
const there = async () => ((await s3.listObjects()) ?? []).map(({ Key }) => Key).toSorted();
const asThere = (names: string[]) => names.flatMap((name) => [`desk/one/${name}`, `desk/one/${name}.complete.json`]);

describe("copies in the bucket", () => {
  it("are those that it should keep, each once, and are deleted when there are newer ones", async () => {
    const names = [file(72), file(48), file(24)];
    const first = await copy();
    expect(first.uploaded.toSorted()).toEqual(names.slice(1));
    expect(await there()).toEqual(asThere(names.slice(1)));
    const newer = file(1);
    expect(await copy()).toMatchObject({ uploaded: [newer], deleted: [names[1]] });
    expect(await copy()).toMatchObject({
      uploaded: [],
      deleted: [],
      newest: madeAt(newer),
    });
    expect(await there()).toEqual(asThere([names[2] ?? "", newer]));
    expect(await listOffsite(place)).toEqual([newer, names[2]]);
    // Uploads that nobody completes, of an instance that is gone, and of one that may be at work.
    const [old, recent] = [backupName(Date.now() - 30 * hour, true), backupName(Date.now() - 2 * hour, true)];
    for (const name of [old, recent, "front-desk-of-somebody"]) await s3.putObject(`desk/one/${name}`, "a part");
    await copy();
    expect(await there()).toEqual(
      [...asThere([names[2] ?? "", newer]), `desk/one/${recent}`, "desk/one/front-desk-of-somebody"].toSorted(),
    );
    expect(await listOffsite(place)).toEqual([newer, names[2]]);
  });

  it("that owners have chosen hold the same, and are never inside the operator's network", async () => {
    const name = file(1, 9 * megabyte);
    const chosen = { ...place, guard: { privateHosts: ["127.0.0.1"] } };
    await expect(copy({ ...place, guard: { privateHosts: [] } })).rejects.toThrow(/^127\.0\.0\.1:\d+: .*https/);
    const inside = { ...place, endpoint: "https://localhost:9", guard: { privateHosts: [] } };
    expect(await bucketProblem(inside)).toMatchObject({
      field: "endpoint",
      text: expect.stringContaining("private-network"),
    });
    expect(await bucketProblem(chosen)).toBeNull();
    expect(await bucketProblem({ ...chosen, bucket: "no-such-bucket" })).toMatchObject({ field: "bucket" });
    expect(await bucketProblem({ ...chosen, secretAccessKey: "another" })).toMatchObject({ field: "accessKeyId" });
    expect((await copy(chosen)).uploaded).toEqual([name]);
    expect(await there()).toEqual(asThere([name]));
  });

  it("include the last one, however old it is", async () => {
    const [older, old] = [file(40 * 24), file(39 * 24)];
    await copy();
    rmSync(join(folder, older));
    rmSync(join(folder, old));
    await copy();
    expect(await there()).toEqual(asThere([old]));
    const recent = file(1);
    expect(await copy()).toMatchObject({ uploaded: [recent], deleted: [old] });
  });

  it("with names of the future replace none, are no latest, and stay, there and here", async () => {
    const names = [file(48), file(24)];
    const ahead = backupName(Date.now() + 48 * hour, true);
    for (const each of [ahead, `${ahead}.complete.json`]) await s3.putObject(`desk/one/${each}`, "made up");
    const here = [file(-72), file(-73)];
    expect((await copy({ ...place, keep: 1 })).uploaded).toEqual(names.slice(1));
    const copies = await copy();
    expect(copies).toEqual({ uploaded: [names[0]], deleted: [], newest: madeAt(names[1] ?? ""), ahead: [ahead] });
    expect(await there()).toEqual(asThere([...names, ahead]));
    await expect(fetchOffsite(place, "latest", cwd)).resolves.toMatchObject({ name: names[1] });
    expect(await prune(folder, { keep: 1, days: 30 }, Date.now())).toMatchObject({ pruned: names.slice(0, 1) });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([names[1], ...here]));
  });

  it("never hold what is not encrypted", async () => {
    writeFileSync(join(folder, backupName(Date.now(), false)), "a plain archive");
    await copy();
    expect(await there()).toEqual([]);
    writeFileSync(join(folder, backupName(Date.now(), true)), "a plain archive that is named as an encrypted one");
    await expect(copy()).rejects.toThrow(/^BACKUP_DIR: the folder .* is not encrypted: it is not uploaded$/);
    const chosen = { ...place, guard: { privateHosts: ["127.0.0.1"] } };
    await expect(copy(chosen)).rejects.toThrow(/^The folder .* is not encrypted: it is not uploaded$/);
    expect(await there()).toEqual([]);
    // It does not delay the others either, nor the deletion of expired backups.
    const names = [file(3), file(2), file(1)];
    await copy({ ...place, keep: 3 }).catch(() => undefined);
    expect(await there()).toEqual(asThere(names.slice(1)));
    const newer = file(0.5);
    await expect(copy()).rejects.toThrow(/is not encrypted: it is not uploaded$/);
    expect(await there()).toEqual(asThere([names[2] ?? "", newer]));
  });
});

describe("an upload", () => {
  const partsOf = (requests: string[]) =>
    requests.flatMap((line) => /^PUT .*partNumber=(\d+)/.exec(line)?.[1] ?? []).map(Number);

  it("whose process is killed goes on with the part that it was at", async () => {
    const name = file(1, 20 * megabyte);
    const requests: string[] = [];
    const reached = Promise.withResolvers<void>();
    let isHeld = true;
    server.fault = ({ method, url = "" }) => {
      requests.push(`${method} ${url}`);
      if (!isHeld || !url.includes("partNumber=2")) return undefined;
      reached.resolve();
      return "hold";
    };
    const task = runTask({ kind: "offsite", order: { place, folder, days: 30 } });
    await reached.promise;
    await task.stop();
    expect(await listOffsite(place)).toEqual([]);
    isHeld = false;
    expect(await copy()).toMatchObject({ uploaded: [name] });
    expect(partsOf(requests)).toEqual([1, 2, 2, 3]);
    expect(await listOffsite(place)).toEqual([name]);
    expect(readdirSync(folder).filter((each) => each.endsWith(".json"))).toEqual([]);
  });

  describe("that fails before another", () => {
    const state = () => join(folder, ".front-desk-upload.json");
    const requests: string[] = [];
    let name: string;
    let other: string;
    beforeEach(async () => {
      requests.length = 0;
      name = file(1, 20 * megabyte);
      other = file(2, 20 * megabyte);
      const begin = (isFailing: boolean) => {
        server.fault = ({ method, url = "" }) => {
          if (url.includes(name)) requests.push(`${method} ${url}`);
          return isFailing && url.includes(name) && url.includes("partNumber=3") ? 400 : undefined;
        };
      };
      begin(true);
      await expect(copy()).rejects.toThrow("BACKUP_S3_ENDPOINT: the server responds with 400");
      expect(await listOffsite(place)).toEqual([other]);
      begin(false);
    });

    it.each([
      ["", (text: string) => text],
      [", also if an earlier version noted it", (text: string) => JSON.stringify(JSON.parse(text)[0])],
    ])("goes on with the part that it was at%s", async (_, noted) => {
      writeFileSync(state(), noted(readFileSync(state(), "utf8")));
      expect(await copy()).toMatchObject({ uploaded: [name] });
      expect(partsOf(requests)).toEqual([1, 2, 3, 3]);
      expect(existsSync(state())).toBe(false);
    });

    it("is ended once its backup is to go there no more", async () => {
      rmSync(join(folder, name));
      expect(await copy()).toMatchObject({ uploaded: [] });
      expect(requests.filter((line) => /^DELETE .*uploadId=/.test(line))).toHaveLength(1);
      expect(existsSync(state())).toBe(false);
    });
  });

  it("that the server has forgotten starts over", async () => {
    const name = file(1, 10 * megabyte);
    let uploadId = "";
    server.fault = ({ url = "" }) => {
      uploadId = new URL(url, server.endpoint).searchParams.get("uploadId") ?? uploadId;
      return url.includes("partNumber=2") ? 400 : undefined;
    };
    await expect(copy()).rejects.toThrow("BACKUP_S3_ENDPOINT: the server responds with 400");
    await s3.abortMultipartUpload(`desk/one/${name}`, uploadId);
    server.fault = () => undefined;
    expect(await copy()).toMatchObject({ uploaded: [name] });
  });

  it("is tried again when the server or the network fails, and says in the end that it did", async () => {
    const name = file(1, 10 * megabyte);
    const faults: Fault[] = [503, "cut", 429, undefined, 500, "cut"];
    server.fault = () => faults.shift();
    expect(await copy()).toMatchObject({ uploaded: [name] });
    expect(faults).toEqual([]);
    file(0);
    server.fault = () => 503;
    await expect(copy()).rejects.toThrow("BACKUP_S3_ENDPOINT: the server responds with 503");
    server.fault = () => "cut";
    await expect(copy()).rejects.toThrow(/^BACKUP_S3_ENDPOINT: 127\.0\.0\.1:\d+ cannot be reached \(\w+\)$/);
  });

  it("that arrives with another byte is noticed, deleted, and made again", async () => {
    const name = file(1);
    server.fault = ({ url = "" }) => (url.includes("partNumber=1") ? "corrupt" : undefined);
    await expect(copy()).rejects.toThrow(
      `${name} in the bucket is not what was uploaded: it is damaged, or was changed`,
    );
    expect(await there()).toEqual([]);
    server.fault = () => undefined;
    expect(await copy()).toMatchObject({ uploaded: [name] });
  });

  it.each([
    [{ secretAccessKey: "another secret" }, /^BACKUP_S3_ACCESS_KEY_ID: .*\(403 SignatureDoesNotMatch\)$/],
    [
      { accessKeyId: "desk:nobody" },
      /^BACKUP_S3_ACCESS_KEY_ID: .*refuses the key, its secret, or its rights in backups-/,
    ],
    [{ bucket: "no-such-bucket" }, /^BACKUP_S3_BUCKET: there is no bucket no-such-bucket$/],
  ])("with %j fails with the setting that is wrong, and without the secret", async (change, message) => {
    file(1);
    const error = await copy({ ...place, ...change }).catch((failure: unknown) => failure);
    expect(error).toHaveProperty("message", expect.stringMatching(message));
    const { inspect } = await import("node:util");
    const shown = inspect(error, { depth: Infinity, showHidden: true });
    for (const secret of [server.secretAccessKey, "another secret"]) expect(shown).not.toContain(secret);
  });
});

describe("npm run restore -- s3:", () => {
  let env: Record<string, string>;
  let dataDir: string;
  beforeEach(async () => {
    dataDir = join(cwd, "data");
    const identity = await generateIdentity();
    writeFileSync(join(cwd, "key.txt"), identity);
    env = {
      ...settings(),
      DATA_DIR: dataDir,
      BACKUP_DIR: folder,
      BACKUP_RECIPIENT: await identityToRecipient(identity),
      BACKUP_IDENTITY_FILE: join(cwd, "key.txt"),
    };
    const store = await openStore({ dataDir });
    await store.inquiries.insert(newInquiry(goodInquiry), [], Date.now());
    await store.close();
  });
  const run = (name: "backup-cli" | "restore-cli", args: string[] = [], change = {}) => {
    const { child, ended } = runProgram(name, { cwd, args, env: { ...env, ...change } });
    child.stdin.end("no\n");
    return ended;
  };

  it("lists, checks and restores what npm run backup has copied, and takes nothing that was exchanged there", async () => {
    const made = await run("backup-cli");
    const [name = ""] = readdirSync(folder).filter((each) => each.endsWith(".age"));
    expect([made.stderr, made.code]).toEqual(["", 0]);
    expect(made.stdout).toContain(`Copied to the bucket ${bucket}, and read back: ${name}`);
    const key = (await run("backup-cli", ["fingerprint"])).stdout.trim();
    // Simulates a new machine.
    const elsewhere = { DATA_DIR: join(cwd, "elsewhere"), BACKUP_DIR: "" };
    expect((await run("restore-cli", ["s3:list"], elsewhere)).stdout).toBe(`s3:${name}\n`);
    const preview = await run("restore-cli", ["s3:latest", `--accept-key=${key}`], elsewhere);
    expect(preview.stdout).toContain(`then: npm run restore -- s3:${name} --accept-key=${key} --yes`);
    expect(readdirSync(cwd)).not.toContain("elsewhere");
    const restored = await run("restore-cli", ["s3:latest", `--accept-key=${key}`, "--yes"], elsewhere);
    expect([restored.stderr, restored.code]).toEqual(["", 0]);
    expect(restored.stdout).toContain("holds 1 inquiry");
    expect(readdirSync(elsewhere.DATA_DIR).filter((each) => each.startsWith("."))).toEqual([]);

    // Somebody with rights in the bucket puts the old backup under a newer name.
    const newer = backupName(Date.now() + hour, true);
    renameSync(join(folder, name), join(folder, newer));
    await copy();
    const older = await run("restore-cli", ["s3:latest", "--replace"]);
    expect(older.stderr).toMatch(
      /^s3:front-desk-.*: it was made at .*, which is not what its name says: somebody .*\n$/,
    );
    // Adds a backup of another installation: everybody may know the recipient.
    rmSync(dataDir, { recursive: true });
    const store = await openStore({ dataDir });
    await store.close();
    const forged = await run("backup-cli", [], { BACKUP_S3_BUCKET: "", ...noBucket });
    expect(forged.code).toBe(0);
    const [forgery = ""] = readdirSync(folder).filter((each) => each.endsWith(".age") && each !== newer);
    await s3.putObject(`desk/one/${name}`, readFileSync(join(folder, forgery)));
    const other = await run("restore-cli", [`s3:${name}`, "--replace"], elsewhere);
    expect(other.stderr).toContain(`${name} in the bucket is not what was uploaded: it is damaged, or was changed`);
    await s3.putObject(`desk/one/${forgery}`, readFileSync(join(folder, forgery)));
    await copy({ ...place, keep: 10 });
    const foreign = await run("restore-cli", [`s3:${forgery}`, "--replace"], elsewhere);
    expect(foreign.stderr).toMatch(/it is of the key .*, and the key here is .*Nothing has been changed/);
    expect(readdirSync(elsewhere.DATA_DIR).filter((each) => each.startsWith("."))).toEqual([]);
  });
});

const noBucket = {
  BACKUP_S3_ENDPOINT: "",
  BACKUP_S3_ACCESS_KEY_ID: "",
  BACKUP_S3_SECRET_ACCESS_KEY: "",
};
