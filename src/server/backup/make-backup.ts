import { say } from "#copy/server/say.ts";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { randomUUID } from "node:crypto";
import { append } from "#domain/lists.ts";
import { instant } from "#domain/time/instant.ts";
import { fileChunks } from "../lib/file-chunks.ts";
import { openSigning } from "../signing/create-signing.ts";
import { syncFolder, writeSynced } from "../lib/durable-file.ts";
import { openKeyFile } from "../signing/key-file.ts";
import type { Signing } from "../signing/signing.ts";
import { FolderInUseError, takeFile } from "../store/sqlite/folder-lock.ts";
import { sqliteFile } from "../store/open-database.ts";
import { pathOfFile } from "../store/files/file-folder.ts";
import type { FilesPlace } from "../store/files/files-place.ts";
import { writeArchive } from "./archive.ts";
import { BackupError, explained, placeOf } from "./backup-error.ts";
import { backupName, type Deletions, prune } from "./stored-backups.ts";
import {
  type BackedFile,
  contentOfFile,
  fileListName,
  isInside,
  isWhole,
  linkFiles,
  stageNamedFiles,
  writeFileList,
} from "./backed-files.ts";
import { hashOfFile } from "./file-hash.ts";
import { fillPool, lockPool, sweepPool } from "./pool/pool.ts";
import { openPoolKey } from "./pool/pool-key.ts";
import { type PooledFile, poolFolder, poolListName, writePoolList } from "./pool/pool-list.ts";
import { compress, compressed } from "./compression.ts";
import { storeFiles, type Manifest, manifestName, type StoreCopy, writeManifest } from "./manifest.ts";
import { readBackup } from "./restore/read-backup.ts";
import { type BackupKey, encrypt } from "./encryption.ts";
import { copyStore } from "../store/sqlite/open.ts";
import { StoreDamagedError } from "../store/integrity/inspect-store.ts";
import { type LostFiles, lostOf, readFacts } from "../store/restored.ts";
import { checkIntegrity } from "../store/integrity/integrity-check.ts";
import type { Progress } from "./progress.ts";

export interface BackupOrder {
  dataDir: string;
  /** Folder for backups; created if missing. */
  folder: string;
  key: BackupKey;
  /** Whether owners have chosen the folder, so that errors name no variable. */
  isChosen?: boolean;
  /** Signing key file, if it is not the one in `dataDir`. */
  keyFile?: string | undefined;
  /** Whether each backup has its files inside; else backups share them, and each is copied once. */
  hasOwnFiles?: boolean;
  /** Max number of backups, and their max age in days. */
  keep: number;
  days: number;
  /** Set for a PostgreSQL store. `programs` is the folder of its client programs if they are not on PATH. */
  database?: { url: string; programs?: string | undefined } | undefined;
  /** Place of its files; undefined for the database. */
  files?: FilesPlace | undefined;
  /** When the last known backup was made (ms). If another program has made a later one, no backup is made. */
  after?: number | undefined;
}

export interface MadeBackup extends Deletions {
  name: string;
  bytes: number;
  madeAt: number;
  inquiries: number;
  /** The files beside the store that were missing or changed, also if they are in it from an earlier backup. */
  lost: LostFiles;
  /** Fingerprint of the signing key. */
  signer: string;
}

/** Incomplete files that an interrupted backup left behind; in the data folder also its staging folders. */
const leftover = /^\.front-desk-.*\.tmp$/;
const leftoverStaging = /^\.backup-|^\.front-desk-.*\.tmp$/;
/**
 * Backs up the data folder, reads the backup back, then gives it its final name and prunes old backups. The server may
 * keep running. Only one backup runs at a time.
 * @throws BackupError, or ConfigError if there is no signing key; no partial file remains
 */
export async function makeBackup(
  order: BackupOrder,
  report: Progress = () => undefined,
  now = Date.now,
): Promise<MadeBackup> {
  const { dataDir, database, files, after } = order;
  if (database === undefined) {
    if (!existsSync(sqliteFile(dataDir))) throw new BackupError(say("backup.no-store", { path: dataDir }));
    return makeLocked(order, (staging) => copyEmbedded(dataDir, staging, report), report, now);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Load PostgreSQL code only if it is needed.
  const { takeBackupTurn } = await import("../store/postgres/backing-up.ts");
  const { dumpPostgres } = await import("./postgres-dump.ts");
  return takeBackupTurn(database.url, { files, after, now: now() }, async (turn) => {
    const made = await makeLocked(order, (staging) => dumpPostgres(database, turn, staging, report), report, now);
    await turn.note(made);
    return made;
  });
}

async function makeLocked(
  order: BackupOrder,
  copy: (staging: string) => Promise<StoreCopy>,
  report: Progress,
  now: () => number,
): Promise<MadeBackup> {
  const { dataDir, folder, isChosen = false } = order;
  const place = placeOf(folder, isChosen);
  const lock = takeLock(join(dataDir, "backup.lock"));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw explained(error, place);
    });
    await sweep(dataDir, leftoverStaging);
    // Others may have files called `.backup-` there.
    await sweep(folder, leftover);
    // Stage beside the store, which is just as protected; the backup folder may not be.
    const staging = await mkdtemp(join(dataDir, ".backup-")).catch((error: unknown) => {
      throw explained(error, say("backup.data-folder", { path: dataDir }));
    });
    try {
      return await makeStaged(order, staging, copy, report, now);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

function takeLock(path: string) {
  try {
    return takeFile(path);
  } catch (error) {
    if (error instanceof FolderInUseError) throw new BackupError(say("backup.busy"), { cause: error });
    throw explained(error, say("backup.file", { path }));
  }
}

async function sweep(folder: string, left: RegExp): Promise<void> {
  for (const name of await readdir(folder)) {
    if (left.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Makes the backup in a staging folder of its own. */
async function makeStaged(
  order: BackupOrder,
  staging: string,
  copy: (staging: string) => Promise<StoreCopy>,
  report: Progress,
  now: () => number,
): Promise<MadeBackup> {
  const { folder, isChosen = false, keyFile } = order;
  const inFolder = (error: unknown): never => {
    throw explained(error, placeOf(folder, isChosen));
  };
  const madeAt = now();
  const { names, store } = await stageFiles(order, staging, copy).catch((error: unknown) => {
    throw explained(error, say("backup.store-copy", { path: order.dataDir }));
  });
  // Sign with the copied key if there is one: the original may have been replaced meanwhile.
  const signing = await openSigning({ dataDir: staging, keyFile });
  const isShared = order.hasOwnFiles !== true && store.files.length > 0;
  const lock = isShared || existsSync(join(folder, poolFolder)) ? await lockPool(folder).catch(inFolder) : undefined;
  try {
    const placed = isShared
      ? await shareFiles(order, { ...store, staging, signing, now: madeAt }, report).catch(inFolder)
      : { files: await ownFiles(staging, store), shared: [], poolIdentity: undefined };
    const manifest = await describe(staging, { madeAt, names, store, ...placed });
    const name = backupName(madeAt, order.key.kind !== "none");
    const { bytes, signer } = await write(order, { staging, manifest, ...placed, name, signing }, report).catch(
      inFolder,
    );
    const { pruned, stuck } = await prune(folder, { ...order, made: name }, now());
    if (lock !== undefined) append(stuck, await sweepPool(folder).catch(inFolder));
    const missing = new Set([...store.files, ...placed.files].filter((file) => file.lost).map((file) => file.name));
    // Files that were erased meanwhile are not lost: they should be in no backup.
    const lost = missing.size === 0 ? missing : ((await store.source?.stillNamed([...missing])) ?? missing);
    return {
      name,
      bytes: bytes + placed.shared.reduce((sum, file) => sum + file.bytes, 0),
      madeAt,
      inquiries: manifest.rows["inquiry"] ?? 0,
      lost: lostOf(store.named, (file) => lost.has(file)),
      signer,
      pruned,
      stuck,
    };
  } finally {
    lock?.release();
  }
}

/** Copies all files into the staging folder, the store with `copy`. Returns their names beside the store. */
async function stageFiles(
  { dataDir, keyFile }: BackupOrder,
  staging: string,
  copy: (staging: string) => Promise<StoreCopy>,
): Promise<{ names: string[]; store: StoreCopy }> {
  // Report broken links first. Then create the key if it is missing, so that the copy includes it.
  await storeFiles(dataDir);
  await openKeyFile({ dataDir, keyFile });
  const names = await storeFiles(dataDir);
  // Files written after the store are copied before it, so they are never newer. Keys come last: a newer key file
  // still contains the older keys.
  const isKey = (name: string) => name.endsWith(".pem");
  for (const name of names.filter((each) => !isKey(each))) await copyFile(join(dataDir, name), join(staging, name));
  const store = await copy(staging);
  for (const name of names.filter(isKey)) await copyFile(join(dataDir, name), join(staging, name));
  return { names, store };
}

/** Place of the files beside the store: in the backup itself, or among those that backups share. */
interface PlacedFiles {
  files: readonly BackedFile[];
  shared: readonly PooledFile[];
  poolIdentity: string | undefined;
}

async function ownFiles(
  staging: string,
  { files, source }: Pick<StoreCopy, "files" | "source">,
): Promise<BackedFile[]> {
  const isHere = async (file: BackedFile) =>
    !file.lost && (await source?.stage(file)) !== false && (await isWhole(staging, file));
  const own: BackedFile[] = [];
  for (const file of files) own.push((await isHere(file)) ? file : { ...file, lost: true });
  return own;
}

async function shareFiles(
  { folder, key }: BackupOrder,
  { signing, ...staged }: Pick<StoreCopy, "files" | "source"> & { staging: string; signing: Signing; now: number },
  report: Progress,
): Promise<PlacedFiles> {
  const poolKey = await openPoolKey(key, signing);
  const total = staged.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const pooled = await fillPool(folder, poolKey, staged, (done) => report("Copying the files", done, total));
  const files = staged.files.map(({ name, bytes, sha256 }) => {
    const found = pooled.get(name);
    return { name, bytes, sha256, ...(found === undefined ? { lost: true as const } : { pooled: found.name }) };
  });
  const shared = [...new Map([...pooled.values()].map((file) => [file.name, file])).values()];
  return { files, shared, poolIdentity: poolKey.identity };
}

/** The manifest of the staged files. */
async function describe(
  staging: string,
  {
    madeAt,
    names,
    store: { file, files: _files, named: _named, source: _source, ...facts },
    files,
    poolIdentity,
  }: PlacedFiles & { madeAt: number; names: string[]; store: StoreCopy },
): Promise<Manifest> {
  if (files.length > 0) await writeSynced(join(staging, fileListName), writeFileList(files), "wx");
  const parts: Manifest["parts"] = [];
  // The list comes first: a reader knows all files then before it meets one.
  for (const name of new Set([...(files.length > 0 ? [fileListName] : []), ...names, file])) {
    const path = join(staging, name);
    parts.push({ name, bytes: (await stat(path)).size, sha256: await hashOfFile(path) });
  }
  return {
    format: "front-desk-backup",
    version: 2,
    madeAt: instant(madeAt),
    ...facts,
    ...(poolIdentity !== undefined && { poolIdentity }),
    parts,
  };
}

/** Writes the archive to disk under a temporary name, reads it back, then renames it. */
async function write(
  { folder, key }: BackupOrder,
  {
    staging,
    manifest,
    files,
    shared,
    name,
    signing,
  }: Omit<PlacedFiles, "poolIdentity"> & { staging: string; manifest: Manifest; name: string; signing: Signing },
  report: Progress,
): Promise<{ bytes: number; signer: string }> {
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
  const list = join(folder, `.${poolListName(name)}.${randomUUID()}.tmp`);
  try {
    const text = Buffer.from(await writeManifest(manifest, signing));
    const inside = files.filter(isInside);
    const total = [...manifest.parts, ...inside].reduce((sum, { bytes }) => sum + bytes, 0);
    const entries = [
      { name: manifestName, bytes: text.length, body: only(text) },
      ...manifest.parts.map(({ name: part, bytes }) => ({
        name: part,
        bytes,
        body: fileChunks(join(staging, part)),
      })),
      ...inside.map(({ name: file, bytes }) => ({
        name: pathOfFile(file),
        bytes,
        body: contentOfFile(staging, file),
      })),
    ];
    const { stream, secrets } = await encrypt(counted(writeArchive(entries), total, "Writing the backup", report), key);
    await writeSynced(temporary, stream, "wx");
    const { size: bytes } = await stat(temporary);
    let signer: string | null = null;
    const read = await readBackup(temporary, secrets, {
      progress: (done) => report("Reading it back", done, total),
      admit: (found) => void ({ signer } = found),
    });
    if (signer === null || JSON.stringify(read) !== JSON.stringify({ manifest, files, missing: [] }))
      throw new BackupError(say("backup.read-back-other"));
    // The list has its name first, also after a power cut: without it, the files of a backup would be deleted.
    if (shared.length > 0) {
      await writeSynced(list, writePoolList(shared), "wx");
      await rename(list, join(folder, poolListName(name)));
      await syncFolder(folder);
    }
    await rename(temporary, join(folder, name));
    await syncFolder(folder);
    return { bytes, signer };
  } finally {
    for (const left of [temporary, list]) await rm(left, { force: true });
  }
}

async function* only(chunk: Uint8Array) {
  yield chunk;
}

async function* counted(stream: AsyncIterable<Uint8Array>, total: number, step: string, report: Progress) {
  let done = 0;
  for await (const chunk of stream) {
    yield chunk;
    done += chunk.length;
    report(step, Math.min(done, total), total);
  }
}

/**
 * Copies one snapshot of the embedded store into the folder `staging`, and checks the copy. @throws StoreDamagedError
 */
async function copyEmbedded(dataDir: string, staging: string, report: Progress): Promise<StoreCopy> {
  const store = sqliteFile(staging);
  report("Copying the store");
  await linkFiles(dataDir, staging);
  await copyStore(sqliteFile(dataDir), store);
  report("Checking the copy");
  const { problems, rows, sums } = checkIntegrity(store);
  if (problems.length > 0) throw new StoreDamagedError(problems);
  const { migrations, progress } = readFacts(store);
  const { files, named } = await stageNamedFiles(dataDir, staging, store);
  report("Compressing the copy");
  const expanded = await compress(store, `${store}${compressed}`);
  await rm(store);
  const file = `${basename(store)}${compressed}`;
  return { file, files, named, engine: "sqlite", migrations, accepted: progress.inquiries, rows, sums, expanded };
}
