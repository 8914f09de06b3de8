import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../signing/durable-file.ts";
import { madeAt } from "./backup-name.ts";

/** A backup in its folder. */
export interface StockedBackup {
  name: string;
  madeAt: number;
  bytes: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** The backups in a folder, the newest first; none where there is no such folder. */
export async function stockOf(folder: string): Promise<StockedBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  const found: StockedBackup[] = [];
  for (const name of names) {
    const time = madeAt(name);
    if (time !== null) found.push({ name, madeAt: time, bytes: (await stat(join(folder, name))).size });
  }
  return found.toSorted((a, b) => b.madeAt - a.madeAt);
}

/** The time before which nothing is kept: an hour sooner than was promised, which is as often as anybody looks. */
export const oldest = (days: number, now: number): number => now - days * day + hour;

/**
 * Deletes all but the newest `keep`, and those that are older than `days`: the privacy page promises that none is. Gives their names.
 */
export async function prune(folder: string, rule: { keep: number; days: number }, now: number): Promise<string[]> {
  const stock = await stockOf(folder);
  const over = stock.filter((one, place) => place >= rule.keep || one.madeAt < oldest(rule.days, now));
  for (const { name } of over) await rm(join(folder, name), { force: true });
  return over.map(({ name }) => name);
}
