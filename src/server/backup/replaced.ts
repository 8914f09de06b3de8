import { readdir, rm } from "node:fs/promises";
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
