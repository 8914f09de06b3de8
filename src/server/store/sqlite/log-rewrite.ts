import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../store-unavailable.ts";

const chunk = 1_048_576;

/**
 * Rewrites the content of the write-ahead log of `file` unchanged and syncs it, before anything relies on it. After a
 * failed sync, the system may treat pages as written that never reached the disk. The connection that saw the fault
 * does not rely on them, but the next start would, since it reads the log from the page cache: its own synced writes
 * would follow a gap and be lost with it on a power failure. (P. Rebello et al., "Can Applications Recover from fsync
 * Failures?", USENIX ATC 2020.)
 * @throws StoreUnavailableError if the disk still fails, or the log is not writable
 */
export function rewriteLog(database: DatabaseSync, file: string): void {
  // Keeps others from appending to the log or restarting it.
  database.exec("BEGIN IMMEDIATE");
  try {
    const log = openLog(`${file}-wal`);
    if (log === undefined) return;
    try {
      const bytes = Buffer.alloc(chunk);
      let at = 0;
      for (;;) {
        const read = readSync(log, bytes, 0, chunk, at);
        if (read === 0) break;
        for (let done = 0; done < read;) done += writeSync(log, bytes, done, read - done, at + done);
        at += read;
      }
      if (at > 0) fsyncSync(log);
    } finally {
      closeSync(log);
    }
  } catch (error) {
    throw error instanceof Error ? new StoreUnavailableError("disk", error) : error;
  } finally {
    database.exec("ROLLBACK");
  }
}

function openLog(path: string): number | undefined {
  try {
    return openSync(path, "r+");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
