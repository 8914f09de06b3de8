import { codeOf } from "./errors.ts";
import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { closeSync, openSync } from "node:fs";

/** Gives a temporary file its final name: as a new file, or replacing the present one. */
type Placing = (temporary: string, path: string) => Promise<void>;

/**
 * Creates a file that only its owner may read, atomically; it is synced to disk when this resolves.
 * False, and no change, if it already exists.
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  try {
    // `link` fails if another process has just created the file; `rename` would replace it.
    await place(path, text, link);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Replaces a file, or creates it, atomically: readers see the old or the new one. */
export async function replaceFile(
  path: string,
  text: string,
  like: { mode: number; uid?: number; gid?: number } = { mode: 0o600 },
): Promise<void> {
  await place(path, text, rename, async (file) => {
    await file.chmod(like.mode);
    const { uid, gid } = await file.stat();
    // If run by another user, such as root, the file must stay readable to the server.
    if (like.uid !== undefined && like.gid !== undefined && (like.uid !== uid || like.gid !== gid)) {
      await file.chown(like.uid, like.gid);
    }
  });
}

/** Writes a file that only its owner may read, and syncs it, but not its name. `flags` are those of `open`. */
export async function writeSynced(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  flags: "w" | "wx",
  ready: (file: FileHandle) => Promise<void> = async () => undefined,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(content);
    await ready(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function place(
  path: string,
  text: string,
  placing: Placing,
  ready?: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeSynced(temporary, text, "wx", ready);
    await placing(temporary, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Syncs a file's contents to disk. */
export const syncFile = (path: string): Promise<void> => sync(path, "r+");

/** Syncs a folder: a file's name is durable only after that. */
export const syncFolder = (path: string): Promise<void> => sync(path, "r");

async function sync(path: string, flags: string): Promise<void> {
  const opened = await open(path, flags);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

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
