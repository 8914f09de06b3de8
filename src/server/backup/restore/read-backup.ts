import { createHash } from "node:crypto";
import { fileChunks } from "../../lib/file-chunks.ts";
import { sqliteName } from "../../store/open-database.ts";
import { dumpName } from "../postgres-dump.ts";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { fileSize } from "#domain/file-size.ts";
import { append } from "#domain/lists.ts";
import { type Entry, readArchive } from "../archive.ts";
import { codeOf, ConfigError } from "#server/lib/errors.ts";
import { type BackedFile, fileListName, isInside, readFileList } from "../backed-files.ts";
import { pathOfFile } from "../../store/files/file-folder.ts";
import { freeBytes } from "../../lib/folders.ts";
import { GoneError, TooLongError } from "../../lib/s3/bucket-error.ts";
import { RestoreError } from "../backup-error.ts";
import { ExplainedError } from "../../lib/explained-error.ts";
import { compressed } from "../compression.ts";
import { isStoreFile, type Manifest, manifestName, readManifest } from "../manifest.ts";
import { pathInPool, poolFolder } from "../pool/pool-list.ts";
import { type BackupSecrets, decrypt, isEncryptedFile } from "../encryption.ts";

/** Facts about a backup before any of its files is read. */
export interface Found {
  isEncrypted: boolean;
  /** Fingerprint of the key that signed the manifest; null if it is unsigned. */
  signer: string | null;
  manifest: Manifest;
}

export interface ReadBackup {
  manifest: Manifest;
  /** The files beside the store. */
  files: BackedFile[];
  /** Shared files that are missing or damaged, and why. */
  missing: Array<{ name: string; why: string }>;
}

/**
 * Calls `use` with the path of a file that backups share, as it is stored. `bytes` is its size without encryption.
 * @throws BackupError if it is not there
 */
export type SharedFiles = (name: string, bytes: number, use: (path: string) => Promise<void>) => Promise<void>;

/** The files that the backups of a folder share. */
export const sharedIn =
  (folder: string): SharedFiles =>
  (name, _bytes, use) =>
    use(join(folder, pathInPool(name)));

/**
 * Reads a backup to its end and compares each file with its checksum in the manifest; the caller decides about what
 * lacks a file that backups share, since only the store says of which inquiry it is. `into` is the folder to write the
 * files to, and has nothing of such a file; `admit` throws to reject the backup before anything is written.
 * @throws BackupError if it cannot be opened, is damaged or changed, or is not a backup
 */
export async function readBackup(
  path: string,
  secrets: BackupSecrets,
  {
    into,
    openShared,
    progress = () => undefined,
    admit = () => undefined,
  }: {
    into?: string;
    /** Fetches a file that backups share; undefined to read none of them. */
    openShared?: SharedFiles;
    progress?: (bytes: number) => void;
    admit?: (found: Found) => Promise<void> | void;
  } = {},
): Promise<ReadBackup> {
  const file = fileChunks(path, { highWaterMark: 1 << 18 });
  try {
    const { stream, isEncrypted } = await opened(path, file, secrets);
    const archive = readArchive(stream);
    const first = await archive.next();
    if (first.done === true || first.value.name !== manifestName)
      throw new RestoreError(`its first file, ${manifestName}, is missing`);
    const { manifest, signer } = await readManifest(await textOf(first.value, maxManifest));
    checkNames(manifest);
    await admit({ isEncrypted, signer, manifest });
    const left = new Map(manifest.parts.map(({ name, ...part }) => [name, part]));
    const files: BackedFile[] = [];
    const missing: ReadBackup["missing"] = [];
    const takeOne = async (entry: Entry): Promise<string> => {
      if (entry.name === fileListName) {
        const text = await textOf(entry, maxList);
        append(files, readFileList(text));
        for (const { name, bytes, sha256 } of files.filter(isInside))
          left.set(pathOfFile(name), { bytes, sha256: Buffer.from(sha256, "base64url").toString("hex") });
        return createHash("sha256").update(text).digest("hex");
      }
      if (entry.name !== `${sqliteName}${compressed}` || manifest.expanded === undefined)
        return take(entry.body, await placeIn(into, entry.name));
      const { sha256, expanded } = await takeCompressed(
        entry,
        await placeIn(into, sqliteName),
        manifest.expanded.bytes,
      );
      if (expanded !== manifest.expanded.sha256) throw damaged(entry.name);
      return sha256;
    };
    let done = 0;
    for await (const entry of archive) {
      const part = left.get(entry.name);
      left.delete(entry.name);
      if (part === undefined) throw new RestoreError("it holds a file that its manifest does not name, or names once");
      if (entry.bytes !== part.bytes || (await takeOne(entry)) !== part.sha256) throw damaged(entry.name);
      progress((done += entry.bytes));
    }
    for (const name of left.keys()) throw new RestoreError(`its file ${name} is missing`);
    if (openShared !== undefined) {
      const { poolIdentity } = manifest;
      const sharing = poolIdentity === undefined ? secrets : { identities: [poolIdentity] };
      const shared = files.flatMap(({ pooled, ...rest }) => (pooled === undefined ? [] : [{ ...rest, pooled }]));
      const size = shared.reduce((sum, { bytes }) => sum + bytes, 0);
      if (into !== undefined) await requireRoom(into, size, `the files of the backup need ${fileSize(size)}`);
      for (const each of shared) {
        const place = await placeIn(into, pathOfFile(each.name));
        try {
          await openShared(each.pooled, each.bytes, async (sharedPath) => {
            const sha256 = await takeShared(sharedPath, sharing, place, each.bytes);
            if (sha256 !== each.sha256) throw damaged(each.pooled);
          });
        } catch (error) {
          if (!(error instanceof RestoreError || error instanceof GoneError || error instanceof TooLongError))
            throw error;
          if (place !== undefined) await rm(place, { force: true });
          missing.push({ name: each.name, why: error.message });
        }
        progress((done += each.bytes));
      }
    }
    return { manifest, files, missing };
  } catch (error) {
    if (error instanceof ExplainedError || error instanceof ConfigError || isSystemError(error)) throw error;
    throw new RestoreError(`it is damaged, or no backup (${error instanceof Error ? error.message : "unknown"})`, {
      cause: error,
    });
  } finally {
    await file.return();
  }
}

/** @throws RestoreError, which begins with `need`, if so much is not free there */
export async function requireRoom(folder: string, bytes: number, need: string): Promise<void> {
  const free = await freeBytes(folder);
  if (bytes > free) throw new RestoreError(`DATA_DIR: ${need}; ${fileSize(free)} are free`);
}

/** A backup may contain only the store and the file names that a backup takes. */
function checkNames({ version, engine, parts, expanded }: Manifest): void {
  const sqlite = version === 1 ? sqliteName : `${sqliteName}${compressed}`;
  const store = engine === "sqlite" ? sqlite : dumpName;
  if (!parts.some(({ name }) => name === store)) throw new RestoreError(`its file ${store} is missing`);
  if (store !== sqliteName && store !== dumpName && expanded === undefined)
    throw new RestoreError("its manifest does not say how large its store is");
  const isKnown = (name: string) => name === store || (version > 1 && name === fileListName) || isStoreFile(name);
  const strange = parts.find(({ name }) => !isKnown(name));
  if (strange !== undefined)
    throw new RestoreError(
      `it holds a file of a name that no backup has (${JSON.stringify(strange.name.slice(0, 80))})`,
    );
}

async function opened(
  path: string,
  stream: AsyncIterable<Uint8Array>,
  secrets: BackupSecrets,
): Promise<{ stream: AsyncIterable<Uint8Array>; isEncrypted: boolean }> {
  if (!(await isEncryptedFile(path))) return { stream, isEncrypted: false };
  const hasSecret = Object.values(secrets).some((secret) => secret !== undefined && secret.length > 0);
  if (!hasSecret) {
    throw new RestoreError(
      "it is encrypted: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or BACKUP_IDENTITY_FILE where it was " +
        "made for a recipient",
    );
  }
  try {
    return { stream: await decrypt(stream, secrets), isEncrypted: true };
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new RestoreError("it does not open with this passphrase or key, or its first lines are damaged", {
      cause: error,
    });
  }
}

const maxManifest = 1_000_000;
/** Max bytes of a list: some 500,000 files. */
const maxList = 64_000_000;

async function textOf({ name, body, bytes }: Entry, max: number): Promise<string> {
  if (bytes > max) throw new RestoreError(`its ${name} is too long`);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

const damaged = (name: string) => new RestoreError(`its file ${name} is damaged, or was changed`);

/** Returns the path for a file of a backup; undefined if it is only read. */
async function placeIn(folder: string | undefined, name: string): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

/** Reads a file, writes and syncs it to `path` if given, and returns its checksum. */
async function take(body: AsyncIterable<Uint8Array>, path: string | undefined): Promise<string> {
  const hash = createHash("sha256");
  const file: FileHandle | undefined = path === undefined ? undefined : await open(path, "wx", 0o600);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      await file?.writeFile(chunk);
    }
    await file?.sync();
  } finally {
    await file?.close();
  }
  return hash.digest("hex");
}

/** Likewise of a file that backups share. @throws RestoreError */
async function takeShared(
  from: string,
  secrets: BackupSecrets,
  path: string | undefined,
  bytes: number,
): Promise<string> {
  /** The system's error of reading, which the error of decrypting hides. */
  let unread: string | undefined;
  async function* chunks(): AsyncGenerator<Buffer, void> {
    try {
      yield* fileChunks(from, { highWaterMark: 1 << 18 });
    } catch (error) {
      unread = codeOf(error);
      throw error;
    }
  }
  const file = chunks();
  const name = basename(from);
  let left = bytes;
  async function* limited() {
    const stream = name.endsWith(".age") ? await decrypt(file, secrets) : file;
    for await (const chunk of stream) {
      left -= chunk.length;
      if (left < 0) throw damaged(name);
      yield chunk;
    }
  }
  try {
    return Buffer.from(await take(limited(), path), "hex").toString("base64url");
  } catch (error) {
    if (codeOf(error) === "ENOENT")
      throw new RestoreError(`its file ${name} is missing in ${poolFolder}`, { cause: error });
    // A broken sector, or a folder in its place.
    if (unread === "EIO" || unread === "EISDIR")
      throw new RestoreError(`its file ${name} cannot be read (${unread})`, { cause: error });
    if (error instanceof ExplainedError || isSystemError(error)) throw error;
    throw new RestoreError(`its file ${name} is damaged, or does not open`, { cause: error });
  } finally {
    await file.return();
  }
}

/** Likewise of a compressed file, which is written as it was before, and is said to have `bytes` then. */
async function takeCompressed(
  { name, body }: Entry,
  path: string | undefined,
  bytes: number,
): Promise<{ sha256: string; expanded: string }> {
  const hash = createHash("sha256");
  let left = bytes;
  let expanded = "";
  await pipeline(
    async function* () {
      for await (const chunk of body) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createZstdDecompress(),
    async (chunks: AsyncIterable<Uint8Array>) => {
      async function* limited() {
        for await (const chunk of chunks) {
          left -= chunk.length;
          if (left < 0) throw damaged(name);
          yield chunk;
        }
      }
      expanded = await take(limited(), path);
    },
  );
  return { sha256: hash.digest("hex"), expanded };
}

/** A system error, such as a full disk or a missing file. */
const isSystemError = (error: unknown) => error instanceof Error && "syscall" in error;
