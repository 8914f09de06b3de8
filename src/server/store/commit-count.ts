import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";

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

/** Writes the count after each commit of a connection. A disk that does not take it keeps nobody from serving. */
export function createCommitCount(dataDir: string) {
  let file: number | undefined;

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
        file ??= openSync(commitCountPath(dataDir), "w", 0o600);
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

const padded = (count: number) => String(count).padStart(16, "0");
const sumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");
