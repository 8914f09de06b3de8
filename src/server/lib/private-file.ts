import { closeSync, openSync } from "node:fs";
import { codeOf } from "./durable-file.ts";

/**
 * Creates an empty file with mode 0600 if there is none: SQLite would create one that others may read, and gives its
 * log and index the same mode. An existing file is not even opened, since closing it would release this process's locks
 * on it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    // SQLite reports other reasons better.
    if (codeOf(error) === undefined) throw error;
  }
}
