import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../store-unavailable.ts";

const chunk = 1_048_576;

/**
 * Writes what the write-ahead log of `file` holds once more, as it is, and syncs it, before anything relies on it. After a sync that
 * failed, the system may keep pages as written that never reached the disk. The connection that saw the fault does not rely on them;
 * the next start would, since it reads the log from the system's memory: what it then adds and syncs would stand behind a gap, and be
 * lost with it when the power fails. (P. Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020.)
 * @throws StoreUnavailableError where the disk still fails, or the log may not be written
 */
export function rewriteLog(database: DatabaseSync, file: string): void {
  // While this is held nobody else adds to the log or begins it anew.
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
