import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "../lib/errors.ts";
import { parseJson } from "../lib/parse-json.ts";
import { filesNamedBy } from "../store/restored.ts";
import { RestoreError } from "./backup-error.ts";

/** A file beside the store, as a backup lists it. */
const backedFileSchema = z.object({
  name: z.string().regex(/^[\da-f]{32}$/),
  bytes: z.int().min(0),
  /** As the store has it: SHA-256 in base64url. */
  sha256: z.string().regex(/^[\w-]{43}$/),
  /** Missing or changed when the backup was made, so that it is not in it. */
  lost: z.literal(true).optional(),
});
export type BackedFile = z.output<typeof backedFileSchema>;

/** The folder of the files, in the data folder as in a backup. */
export const filesFolder = "files";
const namePattern = /^[\da-f]{32}$/;

/** The path of a file within the data folder, and its name in a backup. */
export const pathOfFile = (name: string): string => `${filesFolder}/${name.slice(0, 2)}/${name}`;

/** The part of a backup that lists the files. No file beside the store has a name that begins with a dot. */
export const fileListName = ".files.jsonl";

export const writeFileList = (files: readonly BackedFile[]): string =>
  files.map((file) => `${JSON.stringify(file)}\n`).join("");

/** @throws RestoreError */
export function readFileList(text: string): BackedFile[] {
  const files = text.split("\n").flatMap((line) => (line === "" ? [] : [readListed(line)]));
  if (new Set(files.map(({ name }) => name)).size < files.length)
    throw new RestoreError("its list of files names one twice");
  return files;
}

function readListed(line: string): BackedFile {
  const file = backedFileSchema.safeParse(parseJson(line));
  if (!file.success) throw new RestoreError("its list of files is not one that this version knows");
  return file.data;
}

/**
 * Links all files into the staging folder. Done before the store is copied: what is erased meanwhile is still there for
 * the copy that names it.
 */
export async function linkFiles(dataDir: string, staging: string): Promise<void> {
  for (const folder of await namesIn(join(dataDir, filesFolder))) {
    if (!/^[\da-f]{2}$/.test(folder)) continue;
    for (const name of await namesIn(join(dataDir, filesFolder, folder))) {
      if (namePattern.test(name) && name.startsWith(folder)) await linkFile(dataDir, staging, name);
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
}

/** Links a file, or copies it on a disk without hard links. Does nothing if it is gone, or there already. */
async function linkFile(dataDir: string, staging: string, name: string): Promise<void> {
  const [from, to] = [join(dataDir, pathOfFile(name)), join(staging, pathOfFile(name))];
  await mkdir(join(staging, filesFolder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
  for (const put of [link, copyFile]) {
    try {
      return await put(from, to);
    } catch (error) {
      const code = codeOf(error);
      if (code === "ENOENT" || code === "EEXIST") return;
      if (put === copyFile) throw error;
    }
  }
}

/**
 * The files that the copied store names. Those that are there, as the store knows them, are in the staging folder then;
 * the others are lost, which keeps no backup from being made.
 */
export async function stageNamedFiles(dataDir: string, staging: string, store: string): Promise<BackedFile[]> {
  const files: BackedFile[] = [];
  for (const [name, sha256] of filesNamedBy(store)) {
    // One that was written after the others were linked.
    await linkFile(dataDir, staging, name);
    const found = await measure(join(staging, pathOfFile(name)));
    files.push(found?.sha256 === sha256 ? { name, ...found } : { name, bytes: 0, sha256, lost: true });
  }
  return files;
}

/** The size and the hash of a file; null if it is not there. */
async function measure(path: string): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of contentOf(path)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    // https://man7.org/linux/man-pages/man2/read.2.html: what a broken sector gives.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "EIO") return null;
    throw error;
  }
  return { bytes, sha256: hash.digest("base64url") };
}

// With no encoding, each chunk is a Buffer.
const contentOf = (path: string) => createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;

/** The content of a staged file, which is opened when it is read. */
export async function* contentOfFile(staging: string, name: string): AsyncGenerator<Uint8Array> {
  yield* contentOf(join(staging, pathOfFile(name)));
}
