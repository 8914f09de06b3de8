import { say } from "#copy/server/say.ts";
import { fileSize } from "#domain/file-size.ts";
import { largest } from "#domain/lists.ts";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { day } from "#domain/time/durations.ts";
import { createTextFile } from "../lib/durable-file.ts";
import { parseJson } from "../lib/parse-json.ts";
import type { BackupPlace } from "./backup-config.ts";
import { BackupError, placeOf, RestoreError } from "./backup-error.ts";
import { isEncryptedFile } from "./encryption.ts";
import { hashOfFile } from "./file-hash.ts";
import type { Progress } from "./progress.ts";
import { takeCopyLock } from "./hook.ts";
import { sharedInBucket, sweepBucket, uploadShared } from "./pool/pool-offsite.ts";
import { requireRoom, type SharedFiles } from "./restore/read-backup.ts";
import { isNamedAhead, listBackups, madeAt, oldest } from "./stored-backups.ts";
import type { Bucket, Upload } from "../lib/s3/bucket.ts";
import { GoneError } from "../lib/s3/bucket-error.ts";
import { openBackupBucket } from "./backup-bucket.ts";

export interface OffsiteOrder {
  place: BackupPlace;
  /** Folder of the backups. */
  folder: string;
  /** Max age of backups in days. */
  days: number;
}

export interface OffsiteCopies {
  uploaded: string[];
  deleted: string[];
  /** When the newest backup there was made (ms); null if there is none. */
  newest: number | null;
  /** Backups there whose names are of the future: they replace none, and stay. */
  ahead: string[];
}

/** An object of this name is written once its backup was read back: without it, a backup there does not count. */
const mark = ".complete.json";
const markSchema = z.object({ bytes: z.int().min(1), sha256: z.string().regex(/^[\da-f]{64}$/) });
const maxMark = 1000;

const uploadSchema = z.object({ to: z.string(), name: z.string(), id: z.string(), tags: z.array(z.string()) });
/** Earlier versions noted one upload. */
const uploadsSchema = z.union([z.array(uploadSchema), uploadSchema.transform((one) => [one])]);

/**
 * Copies to the bucket what is not there of the backups that it should hold, reads each back, and deletes what is over
 * there; the newest stays whatever its age. An upload that fails delays neither the others nor the deletion.
 * @throws BackupError, or BackupElsewhereError while another program does the same
 */
export async function copyOffsite(
  { place, folder, days }: OffsiteOrder,
  report: Progress = () => undefined,
  now = Date.now,
  opening: Promise<Bucket> = openBackupBucket(place),
): Promise<OffsiteCopies> {
  const bucket = await opening;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = takeCopyLock(join(folder, ".front-desk-offsite.lock"));
  try {
    const all = await listComplete(bucket);
    const ahead = all.filter((name) => isNamedAhead(name, now()));
    const there = all.filter((name) => !ahead.includes(name));
    const here = (await listBackups(folder))
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".age") && !isNamedAhead(name, now()));
    const isKept = keptOf(new Set([...there, ...here]), place.keep, days, now());
    const missing = here.filter((name) => isKept(name) && !there.includes(name));
    const uploaded: string[] = [];
    const failures: unknown[] = [];
    const uploads = await openUploads(folder, place);
    for (const upload of uploads.list().filter(({ name }) => !missing.includes(name))) {
      await bucket.abort(upload.name, upload).catch(() => undefined);
      await uploads.set(upload.name, null).catch((error: unknown) => failures.push(error));
    }
    for (const name of missing) {
      try {
        await copyOne(bucket, uploads, { folder, isChosen: place.guard !== undefined }, name, report);
        uploaded.push(name);
      } catch (error) {
        // One that was deleted meanwhile, as newer ones were made, is to go there no more.
        if (existsSync(join(folder, name))) failures.push(error);
      }
    }
    // Complete backups: one that is not there replaces nothing.
    const complete = [...there, ...uploaded];
    const deleted = await deleteOld(
      bucket,
      { complete, here, isKept: keptOf(complete, place.keep, days, now()) },
      now(),
    ).catch((error: unknown): string[] => {
      failures.push(error);
      return [];
    });
    const pending = missing.filter((name) => !uploaded.includes(name));
    const kept = [...complete.filter((name) => !deleted.includes(name)), ...ahead, ...pending];
    await sweepBucket(bucket, { folder, kept, deleted }, now()).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    const times = complete.filter((name) => !deleted.includes(name)).map((name) => madeAt(name) ?? 0);
    return { uploaded, deleted, newest: times.length === 0 ? null : largest(times), ahead };
  } finally {
    lock.release();
  }
}

/** The complete backups in the bucket, newest first. @throws BackupError */
export async function listOffsite(place: BackupPlace): Promise<string[]> {
  return listComplete(await openBackupBucket(place));
}

/**
 * Downloads a backup, or the `latest`, into a private folder in `dataDir`. `discard` deletes that.
 * @throws BackupError
 */
export async function fetchOffsite(
  place: BackupPlace,
  which: string,
  dataDir: string,
): Promise<{ name: string; path: string; openShared: SharedFiles; discard: () => Promise<void> }> {
  const bucket = await openBackupBucket(place);
  const names = await listComplete(bucket);
  const name =
    which === "latest" ? names.find((each) => !isNamedAhead(each, Date.now())) : names.find((each) => each === which);
  if (name === undefined) {
    const what = which === "latest" ? "no backup" : `no complete backup ${which}`;
    throw new RestoreError(`BACKUP_S3_BUCKET: there is ${what} in ${place.bucket}/${place.prefix}`);
  }
  const { bytes, sha256 } = await readMark(bucket, name);
  const isNew = !existsSync(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataDir, ".restoring-"));
  const discard = async () => {
    const isEmpty = isNew && (await readdir(dataDir)).length === 1;
    await rm(isEmpty ? dataDir : folder, { recursive: true, force: true });
  };
  try {
    const path = join(folder, name);
    // A bucket that lies could fill the disk, on which a server may be running. It is unpacked there as well.
    await requireRoom(folder, 2 * bytes, `${name} is said to have ${fileSize(bytes)}, and needs twice that`);
    if ((await bucket.read(name, bytes, path)) !== sha256) throw damaged(name, bucket);
    return { name, path, openShared: sharedInBucket(bucket, folder), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function listComplete(bucket: Bucket): Promise<string[]> {
  const objects = await bucket.list("front-desk-");
  const complete = [...objects.keys()].filter((name) => isBackup(name) && objects.has(name + mark));
  return complete.sort().reverse();
}

const isBackup = (name: string) => name.endsWith(".age") && madeAt(name) !== null;

async function readMark(bucket: Bucket, name: string) {
  const parsed = markSchema.safeParse(parseJson(await bucket.text(name + mark, maxMark)));
  if (!parsed.success) throw damaged(name, bucket);
  return parsed.data;
}

const damaged = (name: string, { label }: Bucket) => new BackupError(say("bucket.damaged", { setting: label, name }));

/**
 * Returns a function that tells whether the bucket keeps a backup: it keeps the newest `keep` that are not older than
 * `days`, and the newest unless there should be none.
 */
function keptOf(names: Iterable<string>, keep: number, days: number, now: number): (name: string) => boolean {
  const newest = [...names].sort().reverse().slice(0, keep);
  const kept = new Set(
    newest.filter((name, place) => (place === 0 && days > 0) || (madeAt(name) ?? 0) >= oldest(days, now)),
  );
  return (name) => kept.has(name);
}

type Uploads = Awaited<ReturnType<typeof openUploads>>;

/** The uploads to this place that were begun, by name, in a file of the folder. Those to another one are forgotten. */
async function openUploads(folder: string, place: BackupPlace) {
  const url = `${place.endpoint}/${place.bucket}/${place.prefix}`;
  const path = join(folder, ".front-desk-upload.json");
  const file = createTextFile(path);
  // If it cannot be read, uploads start over.
  const noted = uploadsSchema.safeParse(parseJson((await file.read().catch(() => null)) ?? "null")).data ?? [];
  const begun = new Map(noted.filter((one) => one.to === url).map((one) => [one.name, one]));
  return {
    list: () => [...begun.values()],
    get: (name: string): Upload | null => begun.get(name) ?? null,
    async set(name: string, upload: Upload | null): Promise<void> {
      if (upload === null) begun.delete(name);
      else begun.set(name, { to: url, name, ...upload });
      if (begun.size === 0) await rm(path, { force: true });
      else await file.write(JSON.stringify([...begun.values()]));
    },
  };
}

/** Uploads a backup, or goes on with its upload, reads it back, and marks it as complete. */
async function copyOne(
  bucket: Bucket,
  uploads: Uploads,
  { folder, isChosen }: { folder: string; isChosen: boolean },
  name: string,
  report: Progress,
): Promise<void> {
  const path = join(folder, name);
  const { size: bytes } = await stat(path);
  // Whatever its name says.
  if (!(await isEncryptedFile(path)))
    throw new BackupError(say("backup.not-encrypted", { place: placeOf(folder, isChosen), name }));
  const sha256 = await hashOfFile(path);
  const begun = uploads.get(name);

  report("Uploading the backup");
  await uploadShared(bucket, { folder, isChosen }, name);
  // If the process ended after an upload and before it was noted, the file is complete.
  const isThere = (await bucket.list(name)).get(name) === bytes;
  if (!isThere) {
    const note = (upload: Upload) => uploads.set(name, upload);
    await bucket.upload(name, path, begun, note).catch(async (error: unknown) => {
      // The server has ended the upload that this one went on with.
      if (begun === null || !(error instanceof GoneError)) throw error;
      await bucket.upload(name, path, null, note);
    });
  }
  await uploads.set(name, null);
  report("Reading it back from the bucket");
  if ((await bucket.read(name, bytes)) !== sha256) {
    await bucket.delete(name);
    throw damaged(name, bucket);
  }
  await bucket.put(name + mark, JSON.stringify({ bytes, sha256 }));
}

/** Deletes what the retention says, and uploads that nobody will complete. Returns the backups. */
async function deleteOld(
  bucket: Bucket,
  { complete, here, isKept }: { complete: string[]; here: string[]; isKept: (name: string) => boolean },
  now: number,
): Promise<string[]> {
  const expired = complete.filter((name) => !isKept(name));
  // The mark goes first: what is left, if this is interrupted, does not count.
  for (const name of expired) await bucket.delete(name + mark);
  for (const name of (await bucket.list("front-desk-")).keys()) {
    const isLeft = isBackup(name) && !complete.includes(name) && !here.includes(name);
    if (expired.includes(name) || (isLeft && (madeAt(name) ?? 0) < now - day)) await bucket.delete(name);
  }
  return expired;
}
