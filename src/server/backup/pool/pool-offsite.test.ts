import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import type { S3mini } from "s3mini";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { day, hour } from "#domain/time/durations.ts";
import { readConfig } from "../../config.ts";
import type { BackupPlace } from "../backup-config.ts";
import { makeBackup } from "../make-backup.ts";
import { copyOffsite, fetchOffsite, listOffsite } from "../offsite.ts";
import { openBackup } from "../restore/restore.ts";
import { openBackupBucket } from "../backup-bucket.ts";
import { admissionTo, openingWith } from "../testing.ts";
import { attach, contentIn, detach, storeWithInquiry } from "../testing-files.ts";
import { useFaultyS3 } from "../../lib/s3/testing-server.ts";
import { pathInPool, poolListOf } from "./pool-list.ts";

// The S3 server may have to be installed first.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const cwd = mkdtempSync(join(tmpdir(), "front-desk-pool-offsite-"));
const server = useFaultyS3();
let s3: S3mini;
let place: BackupPlace | undefined;
beforeAll(async () => {
  s3 = await server.create("shared");
  place = readConfig({
    BACKUP_S3_ENDPOINT: server.endpoint,
    BACKUP_S3_BUCKET: "shared",
    BACKUP_S3_PREFIX: "desk",
    BACKUP_S3_ACCESS_KEY_ID: server.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    BACKUP_S3_KEEP: "2",
  }).backup.server.offsite;
});
afterAll(() => rmSync(cwd, { recursive: true }));

it("files that backups share are in the bucket once, for as long as a backup there needs them", async () => {
  if (place === undefined) throw new Error("there is no bucket");
  const to = place;
  const [dataDir, folder, restored] = [join(cwd, "data"), join(cwd, "backups"), join(cwd, "restored")];
  const identity = await generateIdentity();
  const key = { kind: "recipient", recipient: await identityToRecipient(identity) } as const;
  const now = Date.now();
  const backUp = (hoursAgo: number) =>
    makeBackup({ dataDir, folder, key, keep: 14, days: 30 }, undefined, () => now - hoursAgo * hour);
  const puts: string[] = [];
  const copy = () =>
    copyOffsite({ place: to, folder, days: 30 }, undefined, Date.now, openBackupBucket(to, { backoff: 1 }));
  const there = async () => ((await s3.listObjects()) ?? []).map(({ Key }) => Key.replace("desk/", "")).toSorted();
  const filesThere = async () => (await there()).filter((name) => name.startsWith("pooled-files/"));

  await storeWithInquiry(dataDir);
  const [small = "", large = "", erased = ""] = await attach(
    dataDir,
    [9, 5 * 1024 * 1024, 20].map((size) => randomBytes(size)),
  );
  const first = await backUp(4);
  // One that arrives damaged makes no complete copy, and does not stay.
  server.fault = ({ method, url = "" }) => (method === "PUT" && url.includes("pooled-files") ? "corrupt" : undefined);
  await expect(copy()).rejects.toThrow(/pooled-files\/.* in the bucket is not what was uploaded|responds with/);
  expect(await listOffsite(to)).toEqual([]);
  server.fault = ({ method, url = "" }) => {
    if (method === "PUT" && url.includes("pooled-files")) puts.push(url);
    return undefined;
  };
  expect((await copy()).uploaded).toEqual([first.name]);
  const pool = async (name: string) => ((await poolListOf(folder, name)) ?? []).map((file) => pathInPool(file.name));
  expect(await filesThere()).toEqual((await pool(first.name)).toSorted());
  expect(await there()).toContain(first.name.replace(".tar.age", ".files"));

  // The next one brings one file more.
  puts.length = 0;
  await attach(dataDir, [randomBytes(30)]);
  const second = await backUp(3);
  await copy();
  expect(puts).toHaveLength(1);
  expect(await filesThere()).toEqual((await pool(second.name)).toSorted());

  await detach(dataDir, [erased]);
  await backUp(2);
  await copy();
  expect(await filesThere()).toHaveLength(4);
  const last = await backUp(1);
  await copy();
  expect(await filesThere()).toEqual((await pool(last.name)).toSorted());
  expect((await there()).filter((name) => name.endsWith(".files"))).toHaveLength(2);

  const { path, openShared, discard } = await fetchOffsite(to, "latest", restored);
  const opening = openingWith({ identities: [identity] }, admissionTo(restored, { key: last.signer }));
  const backup = await openBackup(restored, path, { ...opening, openShared });
  await backup.putInPlace(() => Promise.resolve());
  await backup.discard();
  await discard();
  for (const name of [small, large]) expect(contentIn(restored, name).equals(contentIn(dataDir, name))).toBe(true);
  expect(readdirSync(restored).filter((name) => name.startsWith("."))).toEqual([]);
  expect(readFileSync(join(folder, (await pool(last.name))[0] ?? "")).toString("latin1")).toMatch(/^age-encryption/);
});

it("a file that was written again is uploaded for the backups before as well", async () => {
  if (place === undefined) throw new Error("there is no bucket");
  const to = { ...place, prefix: "again/" };
  const [dataDir, folder] = [join(cwd, "data-again"), join(cwd, "backups-again")];
  const key = { kind: "recipient", recipient: await identityToRecipient(await generateIdentity()) } as const;
  await storeWithInquiry(dataDir);
  await attach(dataDir, [randomBytes(9)]);
  const backUp = (daysAgo: number) =>
    makeBackup({ dataDir, folder, key, keep: 99, days: 90 }, undefined, () => Date.now() - daysAgo * day);
  const { name } = await backUp(20);
  const path = join(folder, pathInPool((await poolListOf(folder, name))?.[0]?.name ?? ""));
  const spoilt = randomBytes(statSync(path).size);
  writeFileSync(path, spoilt);
  for (let daysAgo = 19; readFileSync(path).equals(spoilt); daysAgo -= 1) await backUp(daysAgo);
  expect((await copyOffsite({ place: to, folder, days: 90 })).uploaded).toHaveLength(2);
});
