import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { say } from "#copy/server/say.ts";
import { day } from "#domain/time/durations.ts";
import { BackupError, placeOf } from "../backup-error.ts";
import { isEncryptedFile } from "../encryption.ts";
import type { SharedFiles } from "../restore/read-backup.ts";
import type { Bucket } from "../../lib/s3/bucket.ts";
import { maxPoolPages } from "../backup-bucket.ts";
import {
  listMadeAt,
  pathInPool,
  type PooledFile,
  pooledName,
  poolFolder,
  poolListName,
  poolListOf,
  readPoolList,
} from "./pool-list.ts";
import { knownFiles } from "./pool.ts";

/** Number of files uploaded at a time: small ones mostly wait for the response. */
const uploaders = 4;
/** Max bytes of a list: the size for 500,000 files. */
const maxList = 64_000_000;

/**
 * Uploads what a backup shares with others and the bucket lacks, and reads it back. Its list goes first: what a copy
 * that nobody completes has left is found by it.
 * @throws BackupError
 */
export async function uploadShared(
  bucket: Bucket,
  { folder, isChosen }: { folder: string; isChosen: boolean },
  backup: string,
): Promise<void> {
  const files = await poolListOf(folder, backup);
  if (files === null)
    throw new BackupError(say("backup.other", { why: `${poolListName(backup)}: it is no list of files` }));
  if (files.length === 0) return;
  await bucket.put(poolListName(backup), await readFile(join(folder, poolListName(backup)), "utf8"));
  const there = await bucket.list(`${poolFolder}/`, maxPoolPages);
  const known = await knownFiles(folder);
  const present = files.map((file) => known.get(file.name) ?? file);
  const queue = present.filter(({ name, bytes }) => there.get(pathInPool(name)) !== bytes).values();
  async function work(): Promise<void> {
    for (const file of queue) await uploadOne(bucket, { folder, isChosen }, file);
  }
  const outcomes = await Promise.allSettled(Array.from({ length: uploaders }, work));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function uploadOne(
  bucket: Bucket,
  { folder, isChosen }: { folder: string; isChosen: boolean },
  { name, bytes, sha256 }: PooledFile,
): Promise<void> {
  const key = pathInPool(name);
  const path = join(folder, key);
  if (!(await isEncryptedFile(path)))
    throw new BackupError(say("backup.not-encrypted", { place: placeOf(folder, isChosen), name }));
  await bucket.put(key, await readFile(path));
  if ((await bucket.read(key, bytes)) === sha256) return;
  await bucket.delete(key);
  throw damagedThere(bucket, key);
}

const damagedThere = (bucket: Bucket, name: string) =>
  new BackupError(say("bucket.damaged", { setting: bucket.label, name }));

/**
 * Deletes from the bucket the lists of backups that are gone, and the files that no list names any more. `kept` are the
 * backups whose files stay, `deleted` those that have just been deleted; a recent list of another one may be of a copy
 * that another instance is making.
 * @throws BackupError
 */
export async function sweepBucket(
  bucket: Bucket,
  { folder, kept, deleted }: { folder: string; kept: readonly string[]; deleted: readonly string[] },
  now: number,
): Promise<void> {
  const lists = [...(await bucket.list("front-desk-")).keys()].filter((name) => listMadeAt(name) !== null);
  const [ofKept, ofDeleted] = [new Set(kept.map(poolListName)), new Set(deleted.map(poolListName))];
  const mayBeMade = (list: string) => !ofDeleted.has(list) && (listMadeAt(list) ?? 0) > now - day;
  const surplus = lists.filter((name) => !ofKept.has(name) && !mayBeMade(name));
  if (surplus.length === 0) return;
  const needed = new Set<string>();
  for (const list of lists.filter((name) => !surplus.includes(name))) {
    const files = readPoolList(await bucket.text(list, maxList));
    // Better too many files than one too few.
    if (files === null) throw damagedThere(bucket, list);
    for (const { name } of files) needed.add(name);
  }
  // The lists here are read too: somebody may have deleted one there.
  for (const backup of kept) for (const { name } of (await poolListOf(folder, backup)) ?? []) needed.add(name);
  for (const key of (await bucket.list(`${poolFolder}/`, maxPoolPages)).keys()) {
    const name = key.split("/").at(-1) ?? "";
    if (pooledName.test(name) && key === pathInPool(name) && !needed.has(name)) await bucket.delete(key);
  }
  // Lists are deleted last, so that the next sweep still finds what an interrupted one has left.
  for (const list of surplus) await bucket.delete(list);
}

/** The files that the backups in a bucket share: each is fetched into `folder`, and deleted there once it was used. */
export const sharedInBucket =
  (bucket: Bucket, folder: string): SharedFiles =>
  async (name, bytes, use) => {
    const path = join(folder, name);
    try {
      // The format of age adds a header, and 16 bytes to each 64 KiB.
      await bucket.read(pathInPool(name), Math.ceil(bytes + bytes / 4096 + 8192), path);
      await use(path);
    } finally {
      await rm(path, { force: true });
    }
  };
