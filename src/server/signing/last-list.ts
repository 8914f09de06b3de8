import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, replaceFile } from "./durable-file.ts";
import type { Signing } from "./signing.ts";

/** The last list that was published, in a file of its own beside the store. What could not be written is thrown. */
export function createLastList({ dataDir }: { dataDir: string }): Signing["lastList"] {
  const path = lastListPath(dataDir);
  let last: Promise<void> = Promise.resolve();

  return {
    async read() {
      try {
        return await readFile(path, "utf8");
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },

    write(text) {
      // One after another, so that what was asked for last is what stays.
      const writing = last.then(() => replaceFile(path, text));
      last = writing.catch(() => undefined);
      return writing;
    },
  };
}

/** Where the last list stands. */
export function lastListPath(dataDir: string): string {
  return join(dataDir, "official-channels.sealed.json");
}
