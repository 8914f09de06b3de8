import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The folder, within the data folder, to which a restore puts what it has replaced. */
export const replacedName = (at: number) => `replaced-${new Date(at).toISOString().replaceAll(":", "-")}`;

const pattern = /^replaced-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d+Z)$/;

/** Deletes what was replaced before a time: it is as good as a backup, and forgets as one. Gives the names. */
export async function pruneReplaced(dataDir: string, before: number): Promise<string[]> {
  const over = (await readdir(dataDir)).filter((name) => {
    const [, day, hour, minute, second] = pattern.exec(name) ?? [];
    return day !== undefined && Date.parse(`${day}${hour}:${minute}:${second}`) < before;
  });
  for (const name of over) await rm(join(dataDir, name), { recursive: true, force: true });
  return over;
}

/** What a restore has unpacked, and what a backup has copied. */
const aside = /^\.(restoring|backup)-/;

/** Deletes what a restore or a backup that was killed has left in the data folder, not encrypted, and has not touched since. Gives the names. */
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
