import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Marker file that exists while files are exchanged; holds the name of the folder for the replaced ones. */
export const unfinishedName = "restore.unfinished";

/** The folder within the data folder for the files that a restore replaces. */
export const replacedName = (at: number) => `replaced-${new Date(at).toISOString().replaceAll(":", "-")}`;

const pattern = /^replaced-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d+Z)$/;

/**
 * Deletes files that were replaced before `before` (ms): they have the same retention as backups. Returns the names.
 */
export async function pruneReplaced(dataDir: string, before: number): Promise<string[]> {
  const over = (await readdir(dataDir)).filter((name) => {
    const [, day, hour, minute, second] = pattern.exec(name) ?? [];
    return day !== undefined && Date.parse(`${day}${hour}:${minute}:${second}`) < before;
  });
  for (const name of over) await rm(join(dataDir, name), { recursive: true, force: true });
  return over;
}

/** Staging folders of restores and backups. */
const aside = /^\.(restoring|backup)-/;

/**
 * Deletes unencrypted staging folders that a killed restore or backup left in the data folder, if last modified before
 * `before` (ms). Returns the names.
 */
export async function sweepAside(dataDir: string, before: number): Promise<string[]> {
  const over: string[] = [];
  for (const name of await readdir(dataDir)) {
    if (!aside.test(name)) continue;
    const path = join(dataDir, name);
    const left = await stat(path).catch(() => null);
    if (left === null || left.mtimeMs >= before) continue;
    await rm(path, { recursive: true, force: true });
    over.push(name);
  }
  return over;
}
