import { readFile } from "node:fs/promises";
import { codeOf, replaceFile } from "./durable-file.ts";

/** A text in a file of its own beside the store. What cannot be read or written is thrown. */
export interface KeptFile {
  /** Null where there is none. */
  read(): Promise<string | null>;
  /** Resolves once it is on disk in the place of the one before. */
  write(text: string): Promise<void>;
}

/** Keeps a text at `path`, whole or not at all. */
export function createKeptFile(path: string): KeptFile {
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
