import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { syncFile, syncFolder } from "../signing/durable-file.ts";
import { sqliteEngine } from "../store/sqlite-engine.ts";
import { FolderInUseError, takeFolder } from "../store/folder-lock.ts";
import { unknownMigrations } from "../store/migrate.ts";
import { type Erasure, readFacts, type StoreFacts } from "../store/restored.ts";
import { openStore, type Store, sqliteFile } from "../store/store.ts";
import { checkThoroughly } from "../store/thorough-check.ts";
import { BackupError, explained } from "./backup-error.ts";
import type { Manifest } from "./manifest.ts";
import { readBackup } from "./read-backup.ts";
import { replacedName } from "./replaced.ts";
import type { BackupSecrets } from "./sealing.ts";

/** Stands in the folder while files are being exchanged; holds the name of the folder that the replaced ones go to. */
export const unfinishedName = "restore.unfinished";

/** A backup that has been unpacked beside the store and found good. */
export interface OpenedBackup {
  manifest: Manifest;
  /** The store that stands in its place; null where there is none, "unreadable" where it is damaged. */
  present: StoreFacts | null | "unreadable";
  /** What has been erased since the backup was made, and would come back with it. */
  erasedSince: Erasure[];
  /** Exchanges the files. @throws BackupError, while a program uses the folder above all */
  putInPlace(
    finish: (store: Store, folder: string) => Promise<void>,
    now?: () => number,
  ): Promise<{ replaced: string | null; erased: number }>;
  /** Deletes what was unpacked. */
  discard(): Promise<void>;
}

/**
 * Unpacks a backup beside the store, and checks all of it: each file's sum, the store's structure and the sums of its rows. Nothing
 * that is there is touched.
 * @throws BackupError
 */
export function openBackup(dataDir: string, file: string, secrets: BackupSecrets): Promise<OpenedBackup> {
  return unpack(dataDir, file, secrets, async (staged, manifest) => {
    checkStore(staged, manifest, file);
    const { present, erasures } = await presentIn(dataDir);
    const known = new Set(readFacts(sqliteFile(staged)).erasures.map(({ inquiryId }) => inquiryId));
    const erasedSince = erasures.filter(({ inquiryId }) => !known.has(inquiryId));
    return {
      present,
      erasedSince,
      putInPlace: (finish, now = Date.now) => exchange({ dataDir, staged, erasedSince, finish, now }),
    };
  });
}

/** Unpacks a backup beside the store, where `check` looks at it. @throws BackupError */
export async function unpack(
  dataDir: string,
  file: string,
  secrets: BackupSecrets,
  check: (staged: string, manifest: Manifest) => Promise<Omit<OpenedBackup, "manifest" | "discard">>,
): Promise<OpenedBackup> {
  const isNew = !existsSync(dataDir);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const staged = await mkdtemp(join(dataDir, ".restoring-"));
    const discard = async () => {
      await rm(isNew && (await readdir(dataDir)).length === 1 ? dataDir : staged, { recursive: true, force: true });
    };
    try {
      const manifest = await readBackup(file, secrets, staged).catch((error: unknown) => {
        throw error instanceof BackupError ? new BackupError(`${file}: ${error.message}`, { cause: error }) : error;
      });
      return { manifest, discard, ...(await check(staged, manifest)) };
    } catch (error) {
      await discard();
      throw error;
    }
  } catch (error) {
    throw explained(error, `DATA_DIR: the folder ${dataDir}, or the backup ${file}`);
  }
}

function checkStore(staged: string, manifest: Manifest, file: string): void {
  if (manifest.engine !== "sqlite")
    throw new BackupError(`${file}: it is of a store in PostgreSQL: say in DATABASE_URL which database it goes to`);
  const unknown = unknownMigrations(manifest.migrations, sqliteEngine);
  if (unknown.length > 0)
    throw new BackupError(`${file}: it was made by a newer version (${unknown.join(", ")}); use that one`);
  const { problems, rows, sums } = checkThoroughly(sqliteFile(staged));
  if (problems.length > 0) throw new BackupError(`${file}: its store is damaged: ${problems.join("; ")}`);
  const isSame = JSON.stringify([rows, sums]) === JSON.stringify([manifest.rows, manifest.sums]);
  if (!isSame) throw new BackupError(`${file}: its store is not the one that its manifest tells of`);
}

/** What stands in the folder; of a restore that was not finished, the store that it had put aside. */
async function presentIn(dataDir: string) {
  const aside = await readFile(join(dataDir, unfinishedName), "utf8").catch(() => null);
  const folders = aside === null ? [dataDir] : [dataDir, join(dataDir, aside)];
  let present: StoreFacts | null | "unreadable" = null;
  const erasures: Erasure[] = [];
  for (const folder of folders) {
    if (!existsSync(sqliteFile(folder))) continue;
    try {
      present = readFacts(sqliteFile(folder));
      erasures.push(...present.erasures);
    } catch {
      present = "unreadable";
    }
  }
  return { present, erasures };
}

interface Exchange {
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
    const erased = await prepare(order);
    const marker = join(dataDir, unfinishedName);
    const aside = replacedName(now());
    const hasKey = (await readdir(staged)).some(isKey);
    const old = (await filesOf(dataDir)).filter((name) => hasKey || !isKey(name));
    await writeFile(marker, aside, { mode: 0o600 });
    await syncFile(marker);
    // Its name as well, before anything is moved.
    await syncFolder(dataDir);
    if (old.length > 0) await mkdir(join(dataDir, aside), { mode: 0o700 });
    for (const name of old) await rename(join(dataDir, name), join(dataDir, aside, name));
    for (const name of await filesOf(staged)) await rename(join(staged, name), join(dataDir, name));
    await syncFolder(dataDir);
    const { problems } = checkThoroughly(sqliteFile(dataDir));
    if (problems.length > 0)
      throw new BackupError(`the restored store is damaged: ${problems.join("; ")}; restore again`);
    await rm(marker);
    await syncFolder(dataDir);
    return { replaced: old.length > 0 ? join(dataDir, aside) : null, erased };
  } finally {
    lock.release();
  }
}

/** Brings the unpacked store up to date, and erases again what was erased since. */
async function prepare(order: Exchange): Promise<number> {
  const { staged } = order;
  const erased = await settle(await openStore({ dataDir: staged }), order);
  for (const name of await filesOf(staged)) await syncFile(join(staged, name));
  return erased;
}

/** Erases again what was erased since the backup was made, ends what was going on then, and closes the store. Gives how many were in it. */
export async function settle(
  store: Store,
  { staged, erasedSince, finish, now }: Omit<Exchange, "dataDir">,
): Promise<number> {
  let erased = 0;
  try {
    for (const { inquiryId, reason, erasedAt } of erasedSince) {
      erased += await store.inquiries.erase(await store.inbox.numbersOf([inquiryId]), reason, erasedAt);
    }
    await store.settleRestored(now());
    await finish(store, staged);
  } finally {
    await store.close();
  }
  return erased;
}

function takeAlone(dataDir: string) {
  try {
    return takeFolder(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new BackupError(`DATA_DIR: ${error.message} (${dataDir}); stop the server first`, { cause: error });
  }
}

const isKey = (name: string) => name.endsWith(".pem");

/** The files that are exchanged: all but locks, the marker, and what passes. */
async function filesOf(folder: string): Promise<string[]> {
  const files = await readdir(folder, { withFileTypes: true });
  const staying = /^\.|\.lock(-journal)?$/;
  return files
    .filter((file) => file.isFile() && !staying.test(file.name) && file.name !== unfinishedName)
    .map(({ name }) => name);
}
