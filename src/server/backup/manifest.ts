import { say } from "#copy/server/say.ts";
import type { Dirent } from "node:fs";
import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "../lib/errors.ts";
import { type PortableSignature, signerOf, signPortably } from "../signing/create-signing.ts";
import type { Signing } from "../signing/signing.ts";
import { samplesFile } from "../space/space.ts";
import type { NamedFiles } from "../store/restored.ts";
import type { BackedFile, FileSource } from "./backed-files.ts";
import { BackupError, RestoreError } from "./backup-error.ts";

export const manifestName = "manifest.json";

/** The newest format that this version reads, and the one that it writes (decision 107). */
const newestFormat = 2;

/** The first file of a backup. */
export const manifestSchema = z.object({
  format: z.literal("front-desk-backup"),
  version: z.literal([1, newestFormat]),
  madeAt: z.iso.datetime(),
  /** The store's engine; manifests from before PostgreSQL support lack it. */
  engine: z.enum(["sqlite", "postgresql"]).default("sqlite"),
  migrations: z.array(z.string()),
  /** Inquiries accepted until then, including erased ones. */
  accepted: z.int(),
  /** Row count and checksum of each table. */
  rows: z.record(z.string(), z.int()),
  sums: z.record(z.string(), z.int()),
  /** Size and hash of the uncompressed store, from format 2 on; a dump of PostgreSQL is compressed by itself. */
  expanded: z.object({ bytes: z.int(), sha256: z.string() }).optional(),
  /** Opens the files that backups share; undefined if what opens the backup does, or nothing has to. */
  poolIdentity: z.string().optional(),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })).min(1),
});

export type Manifest = z.output<typeof manifestSchema>;

/** Facts about a copy of the store. */
export interface StoreCopy extends Pick<Manifest, "engine" | "migrations" | "accepted" | "rows" | "sums" | "expanded"> {
  file: string;
  /** The files beside the store that the copy names, as a backup lists them. */
  files: readonly BackedFile[];
  named: NamedFiles;
  /** Source of the files, unless they were staged with the copy. */
  source?: FileSource;
}

const signatureSchema = z.object({ key: z.string(), protected: z.string(), signature: z.string() });
const signedType = "front-desk-backup";

/** The manifest's text, signed as a whole: the checksums prove the files, the signature proves the checksums. */
export async function writeManifest(manifest: Manifest, signing: Signing): Promise<string> {
  const signed: PortableSignature = await signPortably(signing, JSON.stringify(manifest), signedType);
  return JSON.stringify({ ...manifest, signed }, null, 2);
}

/**
 * Reads a manifest and its signer's fingerprint; null if it is unsigned, as in earlier versions.
 * @throws BackupError if it is invalid or differs from what was signed
 */
export async function readManifest(text: string): Promise<{ manifest: Manifest; signer: string | null }> {
  const json: unknown = JSON.parse(text);
  const { data: newer } = newerSchema.safeParse(json);
  if (newer !== undefined)
    throw new RestoreError(
      `it is of format ${newer.version}, which a newer version of this program writes; use that one (this one reads ` +
        `formats up to ${newestFormat})`,
    );
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success || typeof json !== "object")
    throw new RestoreError("its manifest is not one that this version knows");
  const manifest = parsed.data;
  if (new Set(manifest.parts.map(({ name }) => name)).size < manifest.parts.length)
    throw new RestoreError("its manifest names a file twice");
  // The signature covers the parsed content, including fields that this version does not know.
  const { signed, ...rest } = { signed: undefined, ...json };
  if (signed === undefined) return { manifest, signer: null };
  const signature = signatureSchema.safeParse(signed);
  const signer = signature.success ? await signerOf(JSON.stringify(rest), signature.data, signedType) : null;
  if (signer === null) throw new RestoreError("its manifest was changed after it was signed");
  return { manifest, signer };
}

const newerSchema = z.object({
  format: z.literal("front-desk-backup"),
  version: z.int().min(newestFormat + 1),
});

/** A plain file name, without path traversal. */
const isPlainName = (name: string): boolean => /^[\w-][\w.-]*$/.test(name) && name !== manifestName;

/** Temporary files of one server run, the room that it reserves, and the store itself. */
const passing =
  /^\.|^front-desk\.(sqlite(-wal|-shm|-journal|\.zst)?|count|reserve)$|\.(tmp|lock|lock-journal|unfinished)$/;

/** Returns whether a backup may hold a file of this name beside the store. */
export const isStoreFile = (name: string): boolean => isPlainName(name) && !passing.test(name);

/**
 * The files beside the store that belong to it: the key, the last list, the audit log's newest entry. @throws
 * BackupError
 */
export async function storeFiles(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    // Skip foreign files with names that we never write: they could not be restored. Backups made before may hold the
    // samples of their disk.
    if (!isStoreFile(entry.name) || entry.name === samplesFile) continue;
    if (entry.isFile() || (await isLinkToFile(dataDir, entry))) names.push(entry.name);
  }
  return names;
}

/** Operators may link to a key that is elsewhere. @throws BackupError if the target cannot be read */
async function isLinkToFile(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  const path = join(folder, entry.name);
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.R_OK);
    return true;
  } catch (error) {
    throw new BackupError(say("backup.broken-link", { path, code: codeOf(error) ?? "unknown" }), { cause: error });
  }
}
