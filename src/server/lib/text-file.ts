import { readFile } from "node:fs/promises";
import { codeOf, replaceFile } from "./durable-file.ts";

/** A text in a file beside the store. Read and write errors are thrown. */
export interface TextFile {
  /** Null if there is no file. */
  read(): Promise<string | null>;
  /** Replaces the file; resolves once it is on disk. */
  write(text: string): Promise<void>;
}

/** Stores a text at `path` atomically. */
export function createTextFile(path: string): TextFile {
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
      // Serialize writes, so that the last one requested wins.
      const writing = last.then(() => replaceFile(path, text));
      last = writing.catch(() => undefined);
      return writing;
    },
  };
}
