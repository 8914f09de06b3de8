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
import { codeOf } from "../signing/durable-file.ts";

/** How far the store has come: every change of every row, and the inquiries that were accepted. Both only ever grow. */
export interface Progress {
  changes: number;
  inquiries: number;
}

const query = `select coalesce(sum(added + changed + removed), 0) as changes,
  coalesce(sum(case name when 'inquiry' then added end), 0) as inquiries from content_sum`;

/** Where the count stands, beside the store. */
export const commitCountPath = (dataDir: string) => join(dataDir, "front-desk.count");

/** How far the store has come. @throws where it has no sums, or cannot be read. */
export function progressOf(database: DatabaseSync): Progress {
  const row = database.prepare(query).get();
  return { changes: Number(row?.["changes"]), inquiries: Number(row?.["inquiries"]) };
}

/**
 * What was written last; null where there is nothing that could be believed: after a power cut the file, which is never synced,
 * may be old, torn or empty. It can be behind the store, but not ahead of it, since it is written after the commit's sync.
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

/** Why the count is of no use, so that nobody would find what is cut off the store; null where it is of use, or not made yet. */
export function commitCountFault(dataDir: string): string | null {
  const path = commitCountPath(dataDir);
  try {
    closeSync(openSync(path, "r+"));
    return null;
  } catch (error) {
    const code = codeOf(error) ?? "unknown";
    if (code === "ENOENT") return null;
    return `the file ${path} cannot be read and written (${code}), so that a start would not find what is missing from the store; give it the owner and the mode of the store beside it`;
  }
}

/** Writes the count after each commit of a connection to the store in `storeFile`. A disk that does not take it keeps nobody from serving. */
export function createCommitCount(dataDir: string, storeFile: string) {
  let file: number | undefined;

  function open(): number {
    const opened = openSync(commitCountPath(dataDir), "w", 0o600);
    try {
      makeLike(opened, storeFile);
    } catch {
      // It is somebody else's file, which can be written all the same.
    }
    return opened;
  }

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  return {
    /** To be called outside of a transaction. */
    write(database: DatabaseSync): void {
      try {
        const { changes, inquiries } = progressOf(database);
        const said = `${padded(changes)} ${padded(inquiries)}`;
        file ??= open();
        writeSync(file, `${said} ${sumOf(said)}\n`, 0);
      } catch {
        // It is behind the store, then.
      }
    },
    /** Forgets what was counted: from here on the counts may be others. */
    forget(): void {
      close();
      forgetCommitCount(dataDir);
    },
    close,
  };
}

export type CommitCount = ReturnType<typeof createCommitCount>;

/** Forgets what was counted, before the store is put back on purpose. */
export function forgetCommitCount(dataDir: string): void {
  rmSync(commitCountPath(dataDir), { force: true });
}

/** Made by another user, as root, it must stay readable to the one that serves. */
function makeLike(file: number, other: string): void {
  const { mode, uid, gid } = statSync(other);
  const is = fstatSync(file);
  if (is.mode !== mode) fchmodSync(file, mode & 0o777);
  if (is.uid !== uid || is.gid !== gid) fchownSync(file, uid, gid);
}

const padded = (count: number) => String(count).padStart(16, "0");
const sumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");
