import { say } from "#copy/server/say.ts";
import { inWords } from "#server/store/integrity/inspect-store.ts";
import { append } from "#domain/lists.ts";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "#server/lib/errors.ts";
import { syncFile, syncFolder, writeSynced } from "#server/lib/durable-file.ts";
import { sqliteEngine } from "#server/store/sqlite/engine.ts";
import { FolderInUseError, takeFolder } from "#server/store/sqlite/folder-lock.ts";
import { unknownMigrations } from "#server/store/migrate.ts";
import {
  type Erasure,
  erasuresToRepeat,
  filesNamedBy,
  type LostFiles,
  lostOf,
  type NamedFiles,
  readFacts,
  type RestoredBin,
  type StoreFacts,
} from "#server/store/restored.ts";
import type { Store } from "#server/open-store.ts";
import { sqliteFile } from "#server/store/open-database.ts";
import { checkIntegrity } from "#server/store/integrity/integrity-check.ts";
import type { Admission } from "./admit-backup.ts";
import { filesFolder, filesFolderName, pathOfFile } from "../../store/files/file-folder.ts";
import { describeLost } from "../backed-files.ts";
import { RestoreError, explained } from "../backup-error.ts";
import { ExplainedError } from "../../lib/explained-error.ts";
import type { Manifest } from "../manifest.ts";
import { poolFolder } from "../pool/pool-list.ts";
import { readBackup, type ReadBackup, sharedIn, type SharedFiles } from "./read-backup.ts";
import { unfinishedRestore } from "../../store/integrity/inspect-store.ts";
import { listBackups, replacedName } from "../stored-backups.ts";
import type { BackupSecrets } from "../encryption.ts";

/** Number of erasures that were repeated, and the contents of the bin. */
export interface Settled {
  erased: number;
  bin: RestoredBin;
}

/** A backup that was unpacked beside the store and passed all checks. */
export interface OpenedBackup {
  manifest: Manifest;
  /** The present store; null if there is none, "unreadable" if it is damaged. */
  present: StoreFacts | null | "unreadable";
  /** The files that were lost when the backup was made, so that it has them not. */
  lost: LostFiles;
  /** Others that are missing or damaged among those that backups share; none without `withoutMissing`. */
  missing: LostFiles;
  /** Erasures made since the backup; a restore must repeat them. */
  erasedSince: Erasure[];
  /** Exchanges the files. @throws BackupError, mainly if a program is using the folder */
  putInPlace(
    finish: (store: Store, folder: string) => Promise<void>,
    now?: () => number,
  ): Promise<{ replaced: string | null } & Settled>;
  /** Deletes the unpacked files. */
  discard(): Promise<void>;
}

export interface Opening {
  secrets: BackupSecrets;
  admission: Admission;
  /** Fetches the files that backups share, if they are not beside it. */
  openShared?: SharedFiles | undefined;
  /** Whether everything else is restored if some of those are missing or damaged. */
  withoutMissing?: boolean;
  /** Opens the restored store, unpacked in this folder or in the database, and migrates it. */
  openStore: (staged: string) => Promise<Store>;
}

/**
 * Unpacks a backup beside the store once it is admitted, and checks the sum of each file, the store's structure and
 * its table checksums. Changes no existing file.
 * @throws BackupError
 */
export function openBackup(dataDir: string, file: string, opening: Opening): Promise<OpenedBackup> {
  return unpack(dataDir, file, opening, async (staged, read) => {
    const named = checkStore(staged, read, file);
    const { lost, missing } = admitFiles(named, read, { backup: file, withoutMissing: opening.withoutMissing });
    const { present, erasures } = await presentIn(dataDir);
    const known = new Set(readFacts(sqliteFile(staged)).erasures.map(({ inquiryId }) => inquiryId));
    const erasedSince = erasuresToRepeat(erasures, known);
    return {
      present,
      lost,
      missing,
      erasedSince,
      putInPlace: (finish, now = Date.now) =>
        exchange({ dataDir, staged, erasedSince, finish, now, openStore: opening.openStore }),
    };
  });
}

/** Unpacks a backup beside the store once it is admitted, and runs `check` on it. @throws BackupError */
export async function unpack(
  dataDir: string,
  file: string,
  { secrets, admission, openShared = sharedIn(dirname(file)) }: Omit<Opening, "openStore">,
  check: (staged: string, read: ReadBackup) => Promise<Omit<OpenedBackup, "manifest" | "discard">>,
): Promise<OpenedBackup> {
  const isNew = !existsSync(dataDir);
  try {
    await requireFile(file);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const staged = await mkdtemp(join(dataDir, ".restoring-"));
    const discard = async () => {
      await rm(isNew && (await readdir(dataDir)).length === 1 ? dataDir : staged, { recursive: true, force: true });
    };
    try {
      const named = (error: unknown) => {
        throw error instanceof ExplainedError ? new RestoreError(`${file}: ${error.message}`, { cause: error }) : error;
      };
      const read = await readBackup(file, secrets, { into: staged, openShared, admit: admission.admit }).catch(named);
      await admission.admitKeyIn(staged).catch(named);
      return { manifest: read.manifest, discard, ...(await check(staged, read)) };
    } catch (error) {
      await discard();
      throw error;
    }
  } catch (error) {
    throw explained(error, say("backup.other", { why: `DATA_DIR: the folder ${dataDir}, or the backup ${file}` }));
  }
}

/** @throws BackupError if the path is missing, or is a folder */
async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw codeOf(error) === "ENOENT" ? new RestoreError(`${path}: this file is missing`, { cause: error }) : error;
  });
  if (!found.isDirectory()) return;
  const [newest] = await listBackups(path);
  throw new RestoreError(
    newest === undefined
      ? `${path}: it is a folder, and holds no backup: a file front-desk-<time>.tar.age (or .tar) is missing`
      : `${path}: it is a folder: name a backup in it, such as ${newest.name}`,
  );
}

/** Returns the files that it names. */
function checkStore(staged: string, read: ReadBackup, file: string): NamedFiles {
  const { manifest } = read;
  if (manifest.engine !== "sqlite")
    throw new RestoreError(`${file}: it is of a store in PostgreSQL: say in DATABASE_URL which database it goes to`);
  const unknown = unknownMigrations(manifest.migrations, sqliteEngine);
  if (unknown.length > 0)
    throw new RestoreError(`${file}: it was made by a newer version (${unknown.join(", ")}); use that one`);
  const { problems, rows, sums } = checkIntegrity(sqliteFile(staged));
  if (problems.length > 0) throw new RestoreError(`${file}: its store is damaged: ${inWords(problems)}`);
  const isSame = JSON.stringify([rows, sums]) === JSON.stringify([manifest.rows, manifest.sums]);
  if (!isSame) throw new RestoreError(`${file}: its store is not the one that its manifest describes`);
  return filesNamedBy(sqliteFile(staged));
}

/**
 * Compares the files that a store names with those of its backup. Returns the latter, in which those that are missing
 * or damaged count as lost.
 * @throws RestoreError if one is not in the backup's list, or is missing and `withoutMissing` is not set
 */
export function admitFiles(
  named: NamedFiles,
  { files, missing }: ReadBackup,
  { backup, withoutMissing = false }: { backup: string; withoutMissing?: boolean | undefined },
): { files: ReadBackup["files"]; lost: LostFiles; missing: LostFiles } {
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, { sha256 }] of named.files)
    if (hashes.get(name) !== sha256)
      throw new RestoreError(`${backup}: its store names the file ${pathOfFile(name)}, which is not in it`);
  const before = new Set(files.filter(({ lost }) => lost).map(({ name }) => name));
  const now = new Set(missing.map(({ name }) => name));
  const gone = lostOf({ ...named, unreadable: [] }, (name) => now.has(name));
  const [first] = missing;
  if (first !== undefined && !withoutMissing) {
    const which = gone.count === 0 ? "no inquiry needs it" : `missing or damaged are ${describeLost(gone)}`;
    throw new RestoreError(
      `${backup}: ${first.why}; ${which}. Put ${poolFolder} beside it as another copy of the backups has it, or add ` +
        "--without-missing-files to restore everything else. Nothing has been changed",
    );
  }
  return {
    files: files.map((file) => (now.has(file.name) ? { ...file, lost: true } : file)),
    lost: lostOf(named, (name) => before.has(name)),
    missing: gone,
  };
}

/** Facts about the present store; after an unfinished restore, about the store it moved away. */
async function presentIn(dataDir: string) {
  const replaced = await readFile(join(dataDir, unfinishedRestore), "utf8").catch(() => null);
  const folders = replaced === null ? [dataDir] : [dataDir, join(dataDir, replaced)];
  let present: StoreFacts | null | "unreadable" = null;
  const erasures: Erasure[] = [];
  for (const folder of folders) {
    if (!existsSync(sqliteFile(folder))) continue;
    try {
      present = readFacts(sqliteFile(folder));
      append(erasures, present.erasures);
    } catch {
      present = "unreadable";
    }
  }
  return { present, erasures };
}

interface Exchange extends Pick<Opening, "openStore"> {
  dataDir: string;
  staged: string;
  erasedSince: readonly Erasure[];
  finish: (store: Store, folder: string) => Promise<void>;
  now: () => number;
}

async function exchange(order: Exchange) {
  const { dataDir, staged, now } = order;
  const lock = takeAlone(dataDir);
  try {
    const settled = await prepare(order);
    const marker = join(dataDir, unfinishedRestore);
    const replaced = replacedName(now());
    const hasKey = (await readdir(staged)).some(isKey);
    const old = (await exchangedIn(dataDir)).filter((name) => hasKey || !isKey(name));
    await writeSynced(marker, replaced, "w");
    // Sync the name as well before moving any file.
    await syncFolder(dataDir);
    if (old.length > 0) await mkdir(join(dataDir, replaced), { mode: 0o700 });
    for (const name of old) await rename(join(dataDir, name), join(dataDir, replaced, name));
    for (const name of await exchangedIn(staged)) await rename(join(staged, name), join(dataDir, name));
    await syncFolder(dataDir);
    const { problems } = checkIntegrity(sqliteFile(dataDir));
    if (problems.length > 0)
      throw new RestoreError(`the restored store is damaged: ${inWords(problems)}; restore again`);
    await rm(marker);
    await syncFolder(dataDir);
    return { replaced: old.length > 0 ? join(dataDir, replaced) : null, ...settled };
  } finally {
    lock.release();
  }
}

/** Migrates the unpacked store and repeats the erasures made since the backup. */
async function prepare(order: Exchange): Promise<Settled> {
  const { staged } = order;
  const settled = await settle(order);
  for (const name of await filesOf(staged)) await syncFile(join(staged, name));
  // The files beside the store were synced when they were written; their names were not.
  for (const folder of await foldersIn(filesFolder(staged))) await syncFolder(folder);
  return settled;
}

/** A folder with those in it, the inner ones first; none if it does not exist. */
async function foldersIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const inner = await readdir(folder, { withFileTypes: true });
  return [...inner.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)), folder];
}

/** Repeats the erasures made since the backup, ends what was in progress then, and closes the store. */
export async function settle({
  staged,
  erasedSince,
  finish,
  now,
  openStore,
}: Omit<Exchange, "dataDir">): Promise<Settled> {
  const store = await openStore(staged);
  let erased = 0;
  let bin: RestoredBin;
  try {
    for (const { inquiryId, reason, erasedAt } of erasedSince) {
      erased += await store.inquiries.erase(await store.inbox.numbersOf([inquiryId]), reason, erasedAt);
    }
    await store.files.removeErased();
    bin = await store.settleRestored(now());
    await finish(store, staged);
  } finally {
    await store.close();
  }
  return { erased, bin };
}

function takeAlone(dataDir: string) {
  try {
    return takeFolder(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new RestoreError(`DATA_DIR: ${error.message} (${dataDir}); stop the server first`, { cause: error });
  }
}

const isKey = (name: string) => name.endsWith(".pem");

/** Returns the names that are exchanged in a folder: its files, and the folder of those that the store names. */
async function exchangedIn(folder: string): Promise<string[]> {
  return [...(await filesOf(folder)), ...(existsSync(join(folder, filesFolderName)) ? [filesFolderName] : [])];
}

/** The files to exchange: all but locks, the marker, and dotfiles. */
async function filesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { withFileTypes: true });
  const staying = /^\.|\.lock(-journal)?$/;
  return files
    .filter((file) => file.isFile() && !staying.test(file.name) && file.name !== unfinishedRestore)
    .map(({ name }) => name);
}
