import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../lib/errors.ts";
import { day, hour } from "#domain/time/durations.ts";
import { isAhead } from "../store/last-backup.ts";

interface StoredBackup {
  name: string;
  madeAt: number;
  bytes: number;
}

/** Names of what was deleted, and of what could not be, with the system's code. */
export interface Deletions {
  pruned: string[];
  stuck: Array<{ name: string; why: string }>;
}

/** The backups in a folder, newest first; empty if the folder does not exist. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  const found: StoredBackup[] = [];
  for (const name of names) {
    const time = madeAt(name);
    if (time === null) continue;
    const entry = await stat(join(folder, name)).catch((error: unknown) => {
      // Deleted meanwhile: it is no backup any more.
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    });
    if (entry !== null) found.push({ name, madeAt: time, bytes: entry.size });
  }
  return found.toSorted((a, b) => b.madeAt - a.madeAt);
}

/** Backups made before this time (ms) are deleted: one hour before the promised limit, since clean-up runs hourly. */
export const oldest = (days: number, now: number): number => now - days * day + hour;

/**
 * Deletes all but the newest `keep`, and those older than `days`, as the privacy page promises.
 * Keeps `made`, the last good one. Names of the future, of a clock that was ahead, replace none, and stay.
 */
export async function prune(
  folder: string,
  rule: { keep: number; days: number; made?: string },
  now: number,
): Promise<Deletions> {
  const backups = (await listBackups(folder)).filter((one) => !isAhead(one.madeAt, now));
  const expired = backups.filter(
    (one, place) => one.name !== rule.made && (place >= rule.keep || one.madeAt < oldest(rule.days, now)),
  );
  return deleteEach(
    folder,
    expired.map(({ name }) => name),
  );
}

/** Deletes files of a folder; one that cannot be deleted, such as an immutable one, keeps none of the others. */
async function deleteEach(folder: string, names: string[], options = {}): Promise<Deletions> {
  const done: Deletions = { pruned: [], stuck: [] };
  for (const name of names) {
    try {
      await rm(join(folder, name), { force: true, ...options });
      done.pruned.push(name);
    } catch (error) {
      done.stuck.push({ name, why: codeOf(error) ?? "unknown" });
    }
  }
  return done;
}

/** A backup's file name: its UTC time, so that names sort by time. */
export function backupName(at: number, isEncrypted: boolean): string {
  const time = new Date(at)
    .toISOString()
    .replaceAll(":", "-")
    .replace(/\.\d+Z$/, "Z");
  return `front-desk-${time}.tar${isEncrypted ? ".age" : ""}`;
}

const pattern = /^front-desk-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.tar(\.age)?$/;

/** When a backup of this name was made (ms); null if it is not a backup's name. */
export function madeAt(name: string): number | null {
  const [, date, hours, minute, second] = pattern.exec(name) ?? [];
  if (date === undefined) return null;
  const time = Date.parse(`${date}${hours}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Returns whether a backup's name is of the future. */
export const isNamedAhead = (name: string, now: number): boolean => isAhead(madeAt(name) ?? 0, now);

/** The folder within the data folder for the files that a restore replaces. */
export const replacedName = (at: number) => `replaced-${new Date(at).toISOString().replaceAll(":", "-")}`;

const replacedPattern = /^replaced-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d+Z)$/;

/** Deletes files that were replaced before `before` (ms): they have the same retention as backups. */
export async function pruneReplaced(dataDir: string, before: number): Promise<Deletions> {
  const leftovers = (await readdir(dataDir)).filter((name) => {
    const [, date, hours, minutes, seconds] = replacedPattern.exec(name) ?? [];
    return date !== undefined && Date.parse(`${date}${hours}:${minutes}:${seconds}`) < before;
  });
  return deleteEach(dataDir, leftovers, { recursive: true });
}

/** Staging folders of restores and backups. */
const stagingPattern = /^\.(restoring|backup)-/;

/**
 * Deletes unencrypted staging folders that a killed restore or backup left in the data folder, if last modified before
 * `before` (ms).
 */
export async function sweepStaging(dataDir: string, before: number): Promise<Deletions> {
  const expired: string[] = [];
  for (const name of await readdir(dataDir)) {
    if (!stagingPattern.test(name)) continue;
    const left = await stat(join(dataDir, name)).catch(() => null);
    if (left !== null && left.mtimeMs < before) expired.push(name);
  }
  return deleteEach(dataDir, expired, { recursive: true });
}
