import { createHash } from "node:crypto";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileChunks } from "../../lib/file-chunks.ts";
import { createTextFile, syncFolder } from "../../lib/durable-file.ts";
import { codeOf } from "../../lib/errors.ts";
import { freeBytes, namesIn } from "../../lib/folders.ts";
import { type StoreFault, StoreUnavailableError } from "../store-unavailable.ts";
import {
  fileNameShape,
  type FileStore,
  type MarkedFiles,
  newFileName,
  requireName,
  type WrittenFile,
} from "./file-store.ts";

export const filesFolderName = "files";

/** The folder of the files in `DATA_DIR`. */
export const filesFolder = (dataDir: string): string => join(dataDir, filesFolderName);

/** The path of a file within `DATA_DIR`, which is also its name in a backup. */
export const pathOfFile = (name: string): string => `${filesFolderName}/${name.slice(0, 2)}/${name}`;

const folderShape = /^[\da-f]{2}$/;

/** Files in subfolders named by the first two digits of their names, for their user alone. */
export function createFileFolder(folder: string): FileStore & MarkedFiles {
  const pathOf = (name: string): string => join(folder, requireName(name).slice(0, 2), name);
  const mark = createTextFile(join(folder, ".store"));

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

  async function write(content: Parameters<FileStore["write"]>[0], name: string): Promise<WrittenFile> {
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
    async write(content, name: string = newFileName()) {
      try {
        return await write(content, name);
      } catch (error) {
        throw unavailable(error);
      }
    },

    async *read(name, start = 0) {
      yield* fileChunks(pathOf(name), { start });
    },

    async remove(names) {
      // A name that another program wrote is no file of ours, and must not keep the others from being removed.
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
        if (ours.length > 0) yield ours.map((name) => ({ name, age: () => ageOf(pathOf(name)) }));
      }
    },

    isHeld: () => Promise.resolve(true),
    isOurs: () => Promise.resolve(true),
    isOpen: () => Promise.resolve(true),
    label: folder,
    ageOf: (name) => ageOf(pathOf(name)),
    readMark: () => mark.read(),
    async writeMark(text) {
      await makeFolder(folder);
      await mark.write(text);
    },
  };
}

/** Milliseconds since a file was written; NaN if it is gone. */
async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return NaN;
    throw error;
  }
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

/** The system's error codes for a file that cannot be written. */
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
