import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../lib/durable-file.ts";
import { codeOf } from "../../lib/errors.ts";
import { freeBytes, namesIn } from "../../lib/folders.ts";
import { type StoreFault, StoreUnavailableError } from "../store-unavailable.ts";

/** Contents of files, outside of the database, under random names. */
export interface FileStore {
  /** Resolves once the content is synced. @throws StoreUnavailableError, having kept nothing of it */
  write(content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  /** The content piece by piece, from a byte on. @throws the system's error */
  read(name: string, start?: number): AsyncIterable<Buffer>;
  /** Removes files, also those that are gone already. @throws the system's error */
  remove(names: readonly string[]): Promise<void>;
  /** The bytes that are free where the files are. */
  free(): Promise<number>;
  /** Everything that is there, in batches, whether the database names it or not. */
  list(): AsyncIterable<ListedFile[]>;
}

export interface WrittenFile {
  name: string;
  /** As `contentHash`. */
  hash: string;
  bytes: number;
}

export interface ListedFile {
  name: string;
  path: string;
}

export const filesFolderName = "files";

/** The folder of the files in `DATA_DIR`. */
export const filesFolder = (dataDir: string): string => join(dataDir, filesFolderName);

/** The path of a file within `DATA_DIR`, which is also its name in a backup. */
export const pathOfFile = (name: string): string => `${filesFolderName}/${name.slice(0, 2)}/${name}`;

export const fileNameShape = /^[\da-f]{32}$/;
const folderShape = /^[\da-f]{2}$/;

/** Files in subfolders named by the first two digits of their names, for their user alone. */
export function createFileFolder(folder: string): FileStore {
  const pathOf = (name: string): string => {
    // Names come from the database, which other programs can write.
    if (!fileNameShape.test(name)) throw new Error("a name of a stored file is none of ours");
    return join(folder, name.slice(0, 2), name);
  };

  const made = new Map<string, Promise<void>>();

  /** Makes a subfolder whose name is on disk; once for all writers: none may rely on what another has yet to sync. */
  function makeFolder(path: string): Promise<void> {
    const making = made.get(path) ?? make(path);
    made.set(path, making);
    return making;
  }

  async function make(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await syncFolder(folder);
    await syncFolder(dirname(folder));
  }

  async function write(content: Parameters<FileStore["write"]>[0]): Promise<WrittenFile> {
    const name = randomBytes(16).toString("hex");
    const path = pathOf(name);
    try {
      await makeFolder(dirname(path));
      const { hash, bytes } = await writeSynced(path, content);
      await syncFolder(dirname(path));
      return { name, hash, bytes };
    } catch (error) {
      made.delete(dirname(path));
      // If this fails as well, the sweep removes it.
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async write(content) {
      try {
        return await write(content);
      } catch (error) {
        throw unavailable(error);
      }
    },

    // Opened by the first reading: a stream that nobody reads would stay open.
    async *read(name, start = 0) {
      yield* createReadStream(pathOf(name), { start });
    },

    async remove(names) {
      // What another program has named is no file of ours, and must not keep the others.
      const paths = names.filter((name) => fileNameShape.test(name)).map(pathOf);
      for (const path of paths) await rm(path, { force: true });
      for (const changed of new Set(paths.map((path) => dirname(path)))) {
        await syncFolder(changed).catch((error: unknown) => {
          if (codeOf(error) !== "ENOENT") throw error;
        });
      }
    },

    // The folder is made with the first file.
    free: () => freeBytes(dirname(folder)),

    async *list() {
      for (const start of await namesIn(folder)) {
        if (!folderShape.test(start)) continue;
        const names = await namesIn(join(folder, start));
        const ours = names.filter((name) => fileNameShape.test(name) && name.startsWith(start));
        if (ours.length > 0) yield ours.map((name) => ({ name, path: pathOf(name) }));
      }
    },
  };
}

/** No transaction names a file before this resolves, so it can be written under its own name at once. */
async function writeSynced(
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<{ hash: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { hash: hash.digest("base64url"), bytes };
}

/** What the system says when a file cannot be written. */
const faults = new Map<string, StoreFault>([
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EIO", "disk"],
  ["EMFILE", "busy"],
  ["ENFILE", "busy"],
  ["EROFS", "read-only"],
  ["EACCES", "read-only"],
  ["EPERM", "read-only"],
]);

function unavailable(error: unknown): unknown {
  const fault = faults.get(codeOf(error) ?? "");
  return fault === undefined || !(error instanceof Error) ? error : new StoreUnavailableError(fault, error);
}
