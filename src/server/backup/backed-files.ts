import { createHash } from "node:crypto";
import { copyFile, link, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { fileChunks } from "../lib/file-chunks.ts";
import { codeOf } from "../lib/errors.ts";
import { GoneError } from "../lib/s3/bucket-error.ts";
import { parseJson } from "../lib/parse-json.ts";
import { createFileFolder, filesFolder, pathOfFile } from "../store/files/file-folder.ts";
import { fileNameShape, type FileStore } from "../store/files/file-store.ts";
import { filesNamedBy, type LostFiles, type NamedFiles } from "../store/restored.ts";
import { RestoreError } from "./backup-error.ts";

/** A file beside the store, as a backup lists it. */
const backedFileSchema = z.object({
  name: z.string().regex(fileNameShape),
  bytes: z.int().min(0),
  /** SHA-256 in base64url, as in the store. */
  sha256: z.string().regex(/^[\w-]{43}$/),
  /** Its name among the files that backups share; undefined if it is in the backup itself. */
  pooled: z
    .string()
    .regex(/^[\da-f]{64}(\.age)?$/)
    .optional(),
  /** Set if the file was missing or changed when the backup was made, so that it is nowhere. */
  lost: z.literal(true).optional(),
});
export type BackedFile = z.output<typeof backedFileSchema>;

/** Files that are staged one by one, as they are needed. */
export interface FileSource {
  /** Writes a file into the staging folder; false if it is missing. @throws what keeps it from being read */
  stage(file: BackedFile): Promise<boolean>;
  /** Returns the names among these that are still in the store: other files were erased since the copy was made. */
  stillNamed: (names: readonly string[]) => Promise<Set<string>>;
}

/** Returns whether a file is in the backup itself. */
export const isInside = ({ pooled, lost }: BackedFile): boolean => pooled === undefined && lost === undefined;

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
  for await (const files of createFileFolder(filesFolder(dataDir)).list())
    for (const { name } of files) await linkFile(dataDir, staging, name);
}

/** Links a file, or copies it on a disk without hard links. Does nothing if it is gone, or there already. */
async function linkFile(dataDir: string, staging: string, name: string): Promise<void> {
  const [from, to] = [join(dataDir, pathOfFile(name)), join(staging, pathOfFile(name))];
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
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
 * The files that the copied store names. Those that are there are in the staging folder then; the others are lost,
 * which keeps no backup from being made.
 */
export async function stageNamedFiles(
  dataDir: string,
  staging: string,
  store: string,
): Promise<{ files: BackedFile[]; named: NamedFiles }> {
  const named = filesNamedBy(store);
  const files: BackedFile[] = [];
  for (const [name, { bytes, sha256 }] of named.files) {
    // One that was written after the others were linked.
    await linkFile(dataDir, staging, name);
    const found = await stat(join(staging, pathOfFile(name))).catch(() => null);
    files.push({ name, bytes, sha256, ...(found?.size !== bytes && { lost: true as const }) });
  }
  return { files, named };
}

/** Stages the files of a store from the place that its programs share. */
export function fileSource(files: FileStore, staging: string, stillNamed: FileSource["stillNamed"]): FileSource {
  return {
    async stage({ name }) {
      const path = join(staging, pathOfFile(name));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeFile(path, files.read(name), { flag: "wx", mode: 0o600 });
        return true;
      } catch (error) {
        await rm(path, { force: true });
        if (error instanceof GoneError || codeOf(error) === "ENOENT") return false;
        throw error;
      }
    },
    stillNamed,
  };
}

export const unstage = (staging: string, { name }: BackedFile): Promise<void> =>
  rm(join(staging, pathOfFile(name)), { force: true });

/** Returns whether a staged file is what the store knows. */
export async function isWhole(staging: string, { name, sha256 }: BackedFile): Promise<boolean> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of contentOfFile(staging, name)) hash.update(chunk);
  } catch (error) {
    // A broken sector gives EIO (https://man7.org/linux/man-pages/man2/read.2.html).
    if (codeOf(error) === "EIO") return false;
    throw error;
  }
  return hash.digest("base64url") === sha256;
}

/** The content of a staged file. */
export const contentOfFile = (staging: string, name: string) =>
  fileChunks(join(staging, pathOfFile(name)), { highWaterMark: 1 << 18 });

/** Returns a text such as `2 files of the inquiry K7P-4MX`, with up to `shown` references. */
export function describeLost({ count, inquiries }: LostFiles, shown = 20): string {
  const named = inquiries.slice(0, shown).join(", ");
  const more = inquiries.length > shown ? ` and ${inquiries.length - shown} more` : "";
  const files = count === 1 ? "1 file" : `${count} files`;
  return `${files} of ${inquiries.length === 1 ? "the inquiry" : "the inquiries"} ${named}${more}`;
}
