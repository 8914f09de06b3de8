import { createHash } from "node:crypto";
import { sqliteName } from "../../store/open-database.ts";
import { dumpName } from "../postgres-dump.ts";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { type Entry, readArchive } from "../archive.ts";
import { ConfigError } from "#server/lib/errors.ts";
import { BackupError, RestoreError } from "../backup-error.ts";
import { isStoreFile, type Manifest, manifestName, readManifest } from "../manifest.ts";
import { type BackupSecrets, decrypt, isEncryptedFile } from "../encryption.ts";

/** Facts about a backup before any of its files is read. */
export interface Found {
  isEncrypted: boolean;
  /** Fingerprint of the key that signed the manifest; null if it is unsigned. */
  signer: string | null;
  manifest: Manifest;
}

/**
 * Reads a backup to its end and compares each file with its checksum in the manifest. `into` is the folder to write the
 * files to; `admit` throws to reject the backup before anything is written.
 * @throws BackupError if it cannot be opened, is damaged or changed, or is not a backup
 */
export async function readBackup(
  path: string,
  secrets: BackupSecrets,
  {
    into,
    progress = () => undefined,
    admit = () => undefined,
  }: {
    into?: string;
    progress?: (bytes: number) => void;
    admit?: (found: Found) => Promise<void> | void;
  } = {},
): Promise<Manifest> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  // Errors reach the reader; this handles those after it has given up.
  file.on("error", () => undefined);
  try {
    const { stream, isEncrypted } = await opened(path, file, secrets);
    const archive = readArchive(stream);
    const first = await archive.next();
    if (first.done === true || first.value.name !== manifestName)
      throw new RestoreError(`its first file, ${manifestName}, is missing`);
    const { manifest, signer } = await readManifest(await textOf(first.value));
    checkNames(manifest);
    await admit({ isEncrypted, signer, manifest });
    const left = new Map(manifest.parts.map((part) => [part.name, part]));
    let done = 0;
    for await (const entry of archive) {
      const part = left.get(entry.name);
      left.delete(entry.name);
      if (part === undefined) throw new RestoreError("it holds a file that its manifest does not name, or names once");
      const isAsLong = entry.bytes === part.bytes;
      const sha256 = isAsLong ? await take(entry, into === undefined ? undefined : join(into, entry.name)) : "";
      if (sha256 !== part.sha256) throw new RestoreError(`its file ${entry.name} is damaged, or was changed`);
      progress((done += entry.bytes));
    }
    for (const name of left.keys()) throw new RestoreError(`its file ${name} is missing`);
    return manifest;
  } catch (error) {
    if (error instanceof BackupError || error instanceof ConfigError || isSystemError(error)) throw error;
    throw new RestoreError(`it is damaged, or no backup (${error instanceof Error ? error.message : "unknown"})`, {
      cause: error,
    });
  } finally {
    file.destroy();
  }
}

/** A backup may contain only the store and the file names that a backup takes. */
function checkNames({ engine, parts }: Manifest): void {
  const store = engine === "sqlite" ? sqliteName : dumpName;
  if (!parts.some(({ name }) => name === store)) throw new RestoreError(`its file ${store} is missing`);
  const strange = parts.find(({ name }) => name !== store && !isStoreFile(name));
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

async function textOf({ body, bytes }: Entry): Promise<string> {
  if (bytes > 1_000_000) throw new RestoreError("its manifest is too long");
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Reads a file, writes and syncs it to `path` if given, and returns its checksum. */
async function take({ body }: Entry, path: string | undefined): Promise<string> {
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

/** A system error, such as a full disk or a missing file. */
const isSystemError = (error: unknown) => error instanceof Error && "syscall" in error;
