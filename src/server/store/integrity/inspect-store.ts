import { inEnglish } from "#copy/server/render.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Progress, progressOf, readCommitCount } from "./commit-counter.ts";
import { hasChecksums } from "./table-checksums.ts";
import { StoreUnavailableError } from "../store-unavailable.ts";

/** Marks a folder while a restore exchanges files; holds the name of the folder for the replaced ones. */
export const unfinishedRestore = "restore.unfinished";

/** Marks a folder while a store is being transferred into it. */
export const unfinishedTransfer = "move.unfinished";

/**
 * Checks, before anything is written, that the store is complete: SQLite silently drops the contents of a damaged
 * write-ahead log. Takes a few milliseconds at any size, and changes neither the file nor the log, so that both can
 * still be saved.
 * @throws StoreDamagedError
 */
export function inspectStore(dataDir: string, file: string): void {
  if (existsSync(join(dataDir, unfinishedRestore))) {
    throw new StoreDamagedError("a restore was not finished: run it again");
  }
  if (existsSync(join(dataDir, unfinishedTransfer))) {
    throw new StoreDamagedError("a move into it was not finished: run it again");
  }
  // Read before the store, since another program may be writing.
  const count = readCommitCount(dataDir);
  if (!existsSync(file)) {
    if (count !== null && count.changes > 0) throw new StoreDamagedError(`it is gone (${accepted(count)})`);
    return;
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    checkPages(database, file);
    if (count !== null) compare(hasChecksums(database) ? progressOf(database) : { changes: 0, inquiries: 0 }, count);
  } catch (error) {
    if (error instanceof Error && isDamage(error)) throw new StoreDamagedError(error.message, { cause: error });
    if (error instanceof StoreDamagedError) throw error;
    // The folder may be read-only, for example: opening the store reports it.
  } finally {
    database?.close();
  }
}

function compare(found: Progress, count: Progress): void {
  if (found.changes >= count.changes) return;
  const lost = count.inquiries - found.inquiries;
  const inquiries = lost > 0 ? `${lost} of the ${count.inquiries} inquiries that were accepted` : "no inquiry";
  throw new StoreDamagedError(
    `its last ${count.changes - found.changes} changes are missing, ${inquiries} among them; its write-ahead log ` +
      "was damaged, or an older store was put there",
  );
}

const accepted = ({ inquiries }: Progress) =>
  inquiries === 1 ? "1 inquiry had been accepted" : `${inquiries} inquiries had been accepted`;

/** Checks that the file has all its pages; the newest may be in the log only. */
function checkPages(database: DatabaseSync, file: string): void {
  const pageCount = Number(database.prepare("pragma page_count").get()?.["page_count"]);
  const pageSize = Number(database.prepare("pragma page_size").get()?.["page_size"]);
  if (statSync(file).size >= pageCount * pageSize) return;
  const logged = pagesInLog(`${file}-wal`, pageSize);
  // Read after the log, which another program may have checkpointed into the file.
  const whole = Math.floor(statSync(file).size / pageSize);
  if (isMissingPages({ whole, pageCount, pageSize, logged })) {
    throw new StoreDamagedError(`its file is cut off: ${whole} of ${pageCount} pages are there`);
  }
}

/** Returns whether a page beyond the `whole` ones of the file is missing from the log, too. */
export function isMissingPages(found: { whole: number; pageCount: number; pageSize: number; logged: Set<number> }) {
  const { whole, pageCount, pageSize, logged } = found;
  // The page at 1 GiB holds SQLite's locks and is never written (https://sqlite.org/fileformat2.html#lockbyte).
  const lockPage = 2 ** 30 / pageSize + 1;
  for (let page = whole + 1; page <= pageCount; page += 1) if (page !== lockPage && !logged.has(page)) return true;
  return false;
}

/**
 * https://sqlite.org/fileformat2.html#walformat: a 32-byte header, then frames, each with a 24-byte header that begins
 * with the page number.
 */
function pagesInLog(path: string, pageSize: number): Set<number> {
  const pages = new Set<number>();
  if (!existsSync(path)) return pages;
  const file = openSync(path, "r");
  try {
    const header = Buffer.alloc(24);
    for (let at = 32; readSync(file, header, 0, 24, at) === 24; at += 24 + pageSize) pages.add(header.readUInt32BE(0));
  } finally {
    closeSync(file);
  }
  return pages;
}

/** The store has changed or lost data since it was last used. `problems` say what is wrong, the message in English. */
export class StoreDamagedError extends Error {
  readonly problems: readonly ServerText[];

  constructor(found: string | readonly ServerText[], options?: ErrorOptions) {
    const problems = typeof found === "string" ? [say("backup.other", { why: found })] : found;
    super(inWords(problems), options);
    this.problems = problems;
  }
}

/** Findings in a line of English, for a command. */
export const inWords = (problems: readonly ServerText[]): string => problems.map(inEnglish).join("; ");

/** https://sqlite.org/rescode.html: CORRUPT and NOTADB. */
const damagedCodes = new Set([11, 26]);

/** Returns whether the error is SQLite's for a damaged file. */
export function isDamage(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return error.fault === "unreadable";
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return typeof error.errcode === "number" && damagedCodes.has(error.errcode & 0xff);
}
