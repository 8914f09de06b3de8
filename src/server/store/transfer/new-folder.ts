import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { syncFile, syncFolder, writeSynced } from "#server/lib/durable-file.ts";
import { type FolderLock, takeFolder } from "../sqlite/folder-lock.ts";
import { commitCountName } from "../integrity/commit-counter.ts";
import { unfinishedTransfer } from "../integrity/inspect-store.ts";
import { sqliteName } from "../open-database.ts";
import { TransferError } from "./ends.ts";

/** The files of a store in its folder. */
const storeFiles = ["", "-wal", "-shm", "-journal"].map((end) => sqliteName + end).concat(commitCountName);
/** Created by a file system, or by our own locks and markers. */
const means = /^(in-use\.lock(-journal)?|lost\+found|move\.unfinished)$/;

/**
 * Runs `fill` to create a store in `folder`, and copies the files `kept` from `dataDir`. No server starts on the folder
 * until everything is on disk. Deletes what an interrupted run has left.
 * @throws TransferError if the folder contains anything else; `dataDir` itself may contain anything but a store
 */
export async function inNewFolder<T>(
  order: { folder: string; dataDir: string; kept: readonly string[] },
  fill: () => Promise<T>,
): Promise<T> {
  const { folder, dataDir } = order;
  const isOwn = resolve(folder) === resolve(dataDir);
  const kept = isOwn ? [] : order.kept;
  const marker = join(folder, unfinishedTransfer);
  const found = await readdir(folder).catch((): string[] => []);
  const left = found.includes(unfinishedTransfer) ? namesIn(await readFile(marker, "utf8"), folder) : [];
  const foreign = found.find(
    (name) => !means.test(name) && !left.includes(name) && (!isOwn || storeFiles.includes(name)),
  );
  if (foreign !== undefined)
    throw new TransferError(`--to: the folder ${folder} is not empty (it holds ${foreign}); name a new one`);
  const lock = await taken(folder);
  try {
    // The marker lists files before they exist.
    await writeSynced(marker, JSON.stringify([...new Set([...left, ...storeFiles, ...kept])]), "w");
    await syncFolder(folder);
    for (const name of left) await rm(join(folder, name), { force: true });
    const result = await fill();
    for (const name of kept) {
      await copyFile(join(dataDir, name), join(folder, name));
      await syncFile(join(folder, name));
    }
    await syncFolder(folder);
    await rm(marker);
    await syncFolder(folder);
    await syncFolder(dirname(resolve(folder)));
    return result;
  } finally {
    lock.release();
  }
}

/** A power cut can tear the marker only before any other file is written. */
function namesIn(text: string, folder: string): string[] {
  try {
    const names: unknown = JSON.parse(text);
    if (Array.isArray(names) && names.every((name) => typeof name === "string" && !name.includes("/"))) return names;
  } catch {
    // Reported below.
  }
  throw new TransferError(`--to: the file ${unfinishedTransfer} in ${folder} is damaged; delete what the folder holds`);
}

async function taken(folder: string): Promise<FolderLock> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return takeFolder(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    throw new TransferError(`--to: the folder ${folder} cannot be used (${why}); name another one`, { cause: error });
  }
}
