import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../lib/errors.ts";
import { madeAt } from "../stored-backups.ts";

/** A file that backups share, as it is stored there: encrypted, unless the backups are not. */
export interface PooledFile {
  name: string;
  bytes: number;
  /** SHA-256 of what is stored. */
  sha256: string;
}

/** The folder of these files, beside the backups. */
export const poolFolder = "pooled-files";
export const pooledName = /^[\da-f]{64}(\.age)?$/;

/** The path of such a file, from the folder of the backups. */
export const pathInPool = (name: string): string => `${poolFolder}/${name.slice(0, 2)}/${name}`;

/**
 * The file beside a backup that lists which files it shares. It is not encrypted: the server, which may be unable to
 * open its backups, has to know which files are still needed. It names them as the pool does, which tells nothing.
 */
export const poolListName = (backup: string): string => backup.replace(/\.tar(\.age)?$/, ".files");
/** When the backup of such a list was made (ms); null if it is no list's name. */
export const listMadeAt = (list: string): number | null =>
  list.endsWith(".files") ? madeAt(list.replace(/files$/, "tar")) : null;

export const writePoolList = (files: readonly PooledFile[]): string =>
  files.map(({ name, bytes, sha256 }) => `${name} ${bytes} ${sha256}\n`).join("");

const line = /^([\da-f]{64}(?:\.age)?) (\d{1,15}) ([\da-f]{64})$/;

/** Returns the files of a list; null if the text is no such list. */
export function readPoolList(text: string): PooledFile[] | null {
  const files: PooledFile[] = [];
  for (const each of text.split("\n").slice(0, -1)) {
    const [, name, bytes, sha256] = line.exec(each) ?? [];
    if (name === undefined || sha256 === undefined) return null;
    files.push({ name, bytes: Number(bytes), sha256 });
  }
  return text === "" || text.endsWith("\n") ? files : null;
}

/** The files that a backup in a folder shares: none without a list, null if it cannot be understood. */
export async function poolListOf(folder: string, backup: string): Promise<PooledFile[] | null> {
  try {
    return readPoolList(await readFile(join(folder, poolListName(backup)), "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
