import { z } from "zod";
import { type PortableSignature, signerOf, signPortably } from "../signing/portable-signature.ts";
import type { Signing } from "../signing/signing.ts";
import { BackupError } from "./backup-error.ts";

export const manifestName = "manifest.json";

/** The first file of a backup. */
export const manifestSchema = z.object({
  format: z.literal("front-desk-backup"),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The store's engine; manifests from before PostgreSQL support lack it. */
  engine: z.enum(["sqlite", "postgresql"]).default("sqlite"),
  migrations: z.array(z.string()),
  /** Inquiries accepted until then, including erased ones. */
  accepted: z.int(),
  /** Row count and checksum of each table. */
  rows: z.record(z.string(), z.int()),
  sums: z.record(z.string(), z.int()),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })).min(1),
});

export type Manifest = z.output<typeof manifestSchema>;

/** Facts about a copy of the store. */
export interface StoreCopy extends Pick<Manifest, "engine" | "migrations" | "accepted" | "rows" | "sums"> {
  file: string;
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
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success || typeof json !== "object")
    throw new BackupError("its manifest is not one that this version knows");
  const manifest = parsed.data;
  if (new Set(manifest.parts.map(({ name }) => name)).size < manifest.parts.length)
    throw new BackupError("its manifest names a file twice");
  // The signature covers the parsed content, including fields that this version does not know.
  const { signed, ...rest } = { signed: undefined, ...json };
  if (signed === undefined) return { manifest, signer: null };
  const signature = signatureSchema.safeParse(signed);
  const signer = signature.success ? await signerOf(JSON.stringify(rest), signature.data, signedType) : null;
  if (signer === null) throw new BackupError("its manifest was changed after it was signed");
  return { manifest, signer };
}

/** A plain file name, without path traversal. */
export const isPlainName = (name: string): boolean => /^[\w-][\w.-]*$/.test(name) && name !== manifestName;
