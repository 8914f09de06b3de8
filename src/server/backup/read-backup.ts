import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { type Entry, readArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { isPlainName, type Manifest, manifestName, manifestSchema } from "./manifest.ts";
import { type BackupSecrets, isSealed, unseal } from "./sealing.ts";

/**
 * Reads a backup to its end, and compares each part with the sum that its manifest gives; `into` is a folder to put them in.
 * @throws BackupError where it cannot be opened, is damaged, or is none
 */
export async function readBackup(
  path: string,
  secrets: BackupSecrets,
  into?: string,
  told: (bytes: number) => void = () => undefined,
): Promise<Manifest> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  // Whoever reads it is told; nobody does once it has been given up.
  file.on("error", () => undefined);
  try {
    const archive = readArchive(await opened(path, file, secrets));
    const first = await archive.next();
    if (first.done === true || first.value.name !== manifestName) throw new BackupError("it holds no manifest");
    const manifest = await readManifest(first.value);
    const left = new Map(manifest.parts.map((part) => [part.name, part]));
    let done = 0;
    for await (const entry of archive) {
      const part = left.get(entry.name);
      left.delete(entry.name);
      if (part === undefined || !isPlainName(entry.name))
        throw new BackupError("it holds a file that its manifest does not name");
      const sha256 = await take(entry, into === undefined ? undefined : join(into, entry.name));
      if (sha256 !== part.sha256 || entry.bytes !== part.bytes)
        throw new BackupError(`its file ${entry.name} is damaged`);
      told((done += entry.bytes));
    }
    for (const name of left.keys()) throw new BackupError(`its file ${name} is missing`);
    return manifest;
  } catch (error) {
    if (error instanceof BackupError || isSystemError(error)) throw error;
    throw new BackupError(`it is damaged, or no backup (${error instanceof Error ? error.message : "unknown"})`, {
      cause: error,
    });
  } finally {
    file.destroy();
  }
}

async function opened(
  path: string,
  stream: AsyncIterable<Uint8Array>,
  secrets: BackupSecrets,
): Promise<AsyncIterable<Uint8Array>> {
  const start = Buffer.alloc(32);
  const file = await open(path, "r");
  try {
    await file.read(start, 0, start.length, 0);
  } finally {
    await file.close();
  }
  if (!isSealed(start)) return stream;
  const hasSecret = Object.values(secrets).some((secret) => secret !== undefined && secret.length > 0);
  if (!hasSecret) {
    throw new BackupError(
      "it is encrypted: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or BACKUP_IDENTITY_FILE where it was made for a recipient",
    );
  }
  try {
    return await unseal(stream, secrets);
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new BackupError("it does not open with this passphrase or key, or its first lines are damaged", {
      cause: error,
    });
  }
}

async function readManifest({ body, bytes }: Entry): Promise<Manifest> {
  if (bytes > 1_000_000) throw new BackupError("its manifest is too long");
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  const parsed = manifestSchema.safeParse(JSON.parse(Buffer.concat(parts).toString()));
  if (!parsed.success) throw new BackupError("its manifest is not one that this version knows");
  return parsed.data;
}

/** Reads a file, writes it where it is wanted, on disk, and gives its sum. */
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

/** Of the disk: a full one, or a file that is not there. */
const isSystemError = (error: unknown) => error instanceof Error && "syscall" in error;
