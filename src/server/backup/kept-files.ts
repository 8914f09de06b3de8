import type { Dirent } from "node:fs";
import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../signing/durable-file.ts";
import { BackupError } from "./backup-error.ts";
import { isPlainName } from "./manifest.ts";

/** What belongs to one run of the server alone, and the store itself. */
const passing = /^\.|^front-desk\.(sqlite(-wal|-shm|-journal)?|count)$|\.(tmp|lock|lock-journal|unfinished)$/;

/** The files that stand beside the store and belong to it: the key, the last list, the end of the audit log. @throws BackupError */
export async function keptFiles(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    // What somebody else has put there under a name of no kind that we write could not be restored.
    const isOurs = isPlainName(entry.name) && !passing.test(entry.name);
    if (isOurs && (entry.isFile() || (await isLinkToFile(dataDir, entry)))) names.push(entry.name);
  }
  return names;
}

/** An operator may keep a key elsewhere, and a link to it here. @throws BackupError where it leads to nothing that can be read */
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
