import { say, type ServerText } from "#copy/server/say.ts";
import { codeOf } from "#server/lib/errors.ts";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";

/** The progress of the store: all row changes, and the accepted inquiries. Both only grow. */
export interface Progress {
  changes: number;
  inquiries: number;
}

const query = `select coalesce(sum(added + changed + removed), 0) as changes,
  coalesce(sum(case name when 'inquiry' then added end), 0) as inquiries from content_sum`;

export const commitCountName = "front-desk.count";

/** The path of the counter file, next to the store. */
const commitCountPath = (dataDir: string) => join(dataDir, commitCountName);

/** Reads the progress from the store. @throws if it has no sums or cannot be read */
export function progressOf(database: DatabaseSync): Progress {
  const row = database.prepare(query).get();
  return { changes: Number(row?.["changes"]), inquiries: Number(row?.["inquiries"]) };
}

/**
 * The last written counter; null if it cannot be trusted: the file is never synced, so after a power cut it may be old,
 * torn or empty. It is written after the commit's sync, so it can be behind the store, but not ahead of it.
 */
export function readCommitCount(dataDir: string): Progress | null {
  let text: string;
  try {
    text = readFileSync(commitCountPath(dataDir), "latin1");
  } catch {
    return null;
  }
  const [, said = "", changes, inquiries, sum] = /^((\d{16}) (\d{16})) ([\da-f]{8})\n/.exec(text) ?? [];
  if (sum !== sumOf(said)) return null;
  return { changes: Number(changes), inquiries: Number(inquiries) };
}

/**
 * Returns why the counter file is unusable, so that a truncated store would go unnoticed; null if it is usable or
 * missing.
 */
export function commitCountFault(dataDir: string): ServerText | null {
  const path = commitCountPath(dataDir);
  try {
    closeSync(openSync(path, "r+"));
    return null;
  } catch (error) {
    const code = codeOf(error) ?? "unknown";
    if (code === "ENOENT") return null;
    return say("integrity.unwatched", { path, code });
  }
}

/**
 * Writes the counter after each commit of a connection to the store in `storeFile`. Errors are ignored, since the store
 * itself works.
 */
export function createCommitCounter(dataDir: string, storeFile: string) {
  let file: number | undefined;

  function open(): number {
    const opened = openSync(commitCountPath(dataDir), "w", 0o600);
    try {
      makeLike(opened, storeFile);
    } catch {
      // The file has another owner, but is writable.
    }
    return opened;
  }

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  return {
    /** Call this outside of a transaction. */
    write(database: DatabaseSync): void {
      try {
        const { changes, inquiries } = progressOf(database);
        const said = `${padded(changes)} ${padded(inquiries)}`;
        file ??= open();
        writeSync(file, `${said} ${sumOf(said)}\n`, 0);
      } catch {
        // The counter is now behind the store, which is allowed.
      }
    },
    /** Deletes the counter: the next counts may be lower. */
    delete(): void {
      close();
      deleteCommitCounter(dataDir);
    },
    close,
  };
}

/** Deletes the counter before the store is deliberately put back. */
function deleteCommitCounter(dataDir: string): void {
  rmSync(commitCountPath(dataDir), { force: true });
}

/** A file that another user creates, such as root, must stay readable for the server's user. */
function makeLike(file: number, other: string): void {
  const { mode, uid, gid } = statSync(other);
  const is = fstatSync(file);
  if (is.mode !== mode) fchmodSync(file, mode & 0o777);
  if (is.uid !== uid || is.gid !== gid) fchownSync(file, uid, gid);
}

const padded = (count: number) => String(count).padStart(16, "0");
const sumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");
