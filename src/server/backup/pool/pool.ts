import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "#copy/server/say.ts";
import { day, minute } from "#domain/time/durations.ts";
import { fileChunks } from "../../lib/file-chunks.ts";
import { syncFolder, writeSynced } from "../../lib/durable-file.ts";
import { codeOf } from "../../lib/errors.ts";
import { FolderInUseError, type FolderLock, takeFile } from "../../store/sqlite/folder-lock.ts";
import { BackupError } from "../backup-error.ts";
import { type BackedFile, contentOfFile, type FileSource, isWhole, unstage } from "../backed-files.ts";
import { decrypt, encrypt } from "../encryption.ts";
import { hashOfFile } from "../file-hash.ts";
import { type Deletions, listBackups, madeAt } from "../stored-backups.ts";
import { namesIn } from "../../lib/folders.ts";
import type { PoolKey } from "./pool-key.ts";
import { listMadeAt, pathInPool, type PooledFile, pooledName, poolFolder, poolListOf } from "./pool-list.ts";

/** One of this many files is read again at a backup, another one each day. */
const checkedShare = 14;
/** Number of files written at a time: each waits for the disk. */
const writers = 4;

/**
 * Takes the lock on the files of a folder, which several programs may share. Waits up to `patience` ms.
 * @throws BackupError while another program has it
 */
export async function lockPool(folder: string, patience = minute): Promise<FolderLock> {
  for (const until = performance.now() + patience; ;) {
    try {
      return takeFile(join(folder, ".front-desk-files.lock"));
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      if (performance.now() > until) throw new BackupError(say("backup.busy"), { cause: error });
      await sleep(100);
    }
  }
}

/**
 * Puts the files of a backup, staged or from a source, into the pool, except those that are there. A file gets its
 * name once it is synced and was read back. Returns what is there, by the names of the files: one that is lost may be
 * there from an earlier backup, others may turn out to be lost. The caller has the lock.
 */
export async function fillPool(
  folder: string,
  poolKey: PoolKey,
  {
    files,
    source,
    staging,
    now,
  }: { files: readonly BackedFile[]; source?: FileSource | undefined; staging: string; now: number },
  progress: (done: number) => void = () => undefined,
): Promise<Map<string, PooledFile>> {
  const known = await knownFiles(folder);
  const there = new Map<string, Promise<PooledFile | null>>();
  const pooled = new Map<string, PooledFile>();
  const folders = new Set<string>();
  let done = 0;

  async function put(file: BackedFile, name: string): Promise<PooledFile | null> {
    const before = known.get(name);
    if (before !== undefined && (await isThere(folder, before, { now, isLast: file.lost === true }))) return before;
    if (file.lost || (await source?.stage(file)) === false) return null;
    try {
      if (!(await isWhole(staging, file))) return null;
      folders.add(dirname(join(folder, pathInPool(name))));
      return await addFile(folder, poolKey, { file, name, staging });
    } finally {
      if (source !== undefined) await unstage(staging, file);
    }
  }

  const queue = files.values();
  async function work(): Promise<void> {
    for (const file of queue) {
      const name = poolKey.nameOf(file.sha256);
      // Two attachments may have the same content.
      const putting = there.get(name) ?? put(file, name);
      there.set(name, putting);
      const found = await putting;
      if (found !== null) pooled.set(file.name, found);
      progress((done += file.bytes));
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: writers }, work));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  for (const each of folders) await syncFolder(each);
  if (folders.size > 0) await syncFolder(join(folder, poolFolder));
  return pooled;
}

/**
 * The files that a backup in the folder names, as the newest of them does: one that was written again has other bytes.
 * What none names may be half of an earlier try.
 */
export async function knownFiles(folder: string): Promise<Map<string, PooledFile>> {
  const known = new Map<string, PooledFile>();
  for (const { name } of await listBackups(folder))
    for (const file of (await poolListOf(folder, name)) ?? []) if (!known.has(file.name)) known.set(file.name, file);
  return known;
}

/** Returns whether a file is there, by its size and, if it is its turn today or the last copy, its content. */
async function isThere(
  folder: string,
  { name, bytes, sha256 }: PooledFile,
  { now, isLast }: { now: number; isLast: boolean },
): Promise<boolean> {
  const path = join(folder, pathInPool(name));
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size !== bytes) return false;
  const turn = Number.parseInt(name.slice(2, 8), 16) % checkedShare;
  if (!isLast && turn !== Math.floor(now / day) % checkedShare) return true;
  // An unreadable file, such as one on a broken sector, is written again.
  return (await hashOfFile(path).catch(() => null)) === sha256;
}

async function addFile(
  folder: string,
  { key, identity }: PoolKey,
  { file, name, staging }: { file: BackedFile; name: string; staging: string },
): Promise<PooledFile> {
  const path = join(folder, pathInPool(name));
  const temporary = join(dirname(path), `.${name}.${randomUUID()}.tmp`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const { stream, secrets } = await encrypt(contentOfFile(staging, file.name), key);
    const stored = createHash("sha256");
    await writeSynced(temporary, hashing(stream, stored), "wx");
    const sha256 = stored.digest("hex");
    const [again, plain] = [createHash("sha256"), createHash("sha256")];
    const raw = hashing(fileChunks(temporary), again);
    try {
      const opened =
        key.kind === "none" ? raw : await decrypt(raw, identity === undefined ? secrets : { identities: [identity] });
      for await (const chunk of opened) plain.update(chunk);
    } finally {
      await raw.return();
    }
    if (again.digest("hex") !== sha256 || plain.digest("base64url") !== file.sha256)
      throw new BackupError(say("backup.read-back-other"));
    await rename(temporary, path);
    return { name, bytes: (await stat(path)).size, sha256 };
  } finally {
    await rm(temporary, { force: true });
  }
}

async function* hashing(
  stream: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Deletes the files that no backup in the folder names any more, and what an interrupted backup left of them. The
 * caller has the lock.
 */
export async function sweepPool(folder: string): Promise<Deletions["stuck"]> {
  const stuck: Deletions["stuck"] = [];
  const remove = (path: string) =>
    rm(path, { force: true }).catch((error: unknown) => {
      stuck.push({ name: basename(path), why: codeOf(error) ?? "unknown" });
    });
  const backups = (await listBackups(folder)).map(({ name }) => name);
  const needed = new Set<string>();
  for (const backup of backups) {
    const files = await poolListOf(folder, backup);
    // Better too many files than one too few.
    if (files === null) return [{ name: backup, why: "its list of files is damaged" }];
    for (const { name } of files) needed.add(name);
  }
  for (const start of await namesIn(join(folder, poolFolder))) {
    const inner = join(folder, poolFolder, start);
    const names = /^[\da-f]{2}$/.test(start) ? await namesIn(inner) : [];
    for (const name of names) {
      const isOver = pooledName.test(name) && !needed.has(name);
      if (isOver || /^\.[\da-f]{64}.*\.tmp$/.test(name)) await remove(join(inner, name));
    }
    // Fails where something is left.
    await rmdir(inner).catch(() => undefined);
  }
  // A list goes last: what an interrupted sweep has left is still found by the next one.
  const ofBackups = new Set(backups.map((name) => madeAt(name)));
  for (const name of await namesIn(folder)) {
    const time = listMadeAt(name);
    if (time !== null && !ofBackups.has(time)) await remove(join(folder, name));
  }
  return stuck;
}

/** Likewise, if there are such files and no other program works on them. */
export async function sweepPoolIfFree(folder: string): Promise<Deletions["stuck"]> {
  if (!existsSync(join(folder, poolFolder))) return [];
  let lock: FolderLock;
  try {
    lock = await lockPool(folder, 0);
  } catch (error) {
    if (error instanceof BackupError) return [];
    throw error;
  }
  try {
    return await sweepPool(folder);
  } finally {
    lock.release();
  }
}
