import type { Dirent } from "node:fs";
import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../lib/durable-file.ts";
import { BackupError } from "./backup-error.ts";
import { isPlainName } from "./manifest.ts";

/** Temporary files of one server run, and the store itself. */
const passing = /^\.|^front-desk\.(sqlite(-wal|-shm|-journal)?|count)$|\.(tmp|lock|lock-journal|unfinished)$/;

/** Whether a backup may hold a file of this name beside the store. */
export const isKeptName = (name: string): boolean => isPlainName(name) && !passing.test(name);

/**
 * The files beside the store that belong to it: the key, the last list, the audit log's newest entry. @throws
 * BackupError
 */
export async function keptFiles(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    // Skip foreign files with names that we never write: they could not be restored.
    if (isKeptName(entry.name) && (entry.isFile() || (await isLinkToFile(dataDir, entry)))) names.push(entry.name);
  }
  return names;
}

/** Operators may link to a key that is elsewhere. @throws BackupError if the target cannot be read */
async function isLinkToFile(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  const path = join(folder, entry.name);
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.R_OK);
    return true;
  } catch (error) {
    const why = codeOf(error) ?? "unknown";
    throw new BackupError(`DATA_DIR: the file ${path} is a link to a file that cannot be read (${why})`, {
      cause: error,
    });
  }
}
