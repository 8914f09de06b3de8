import { z } from "zod";

export const manifestName = "manifest.json";

/** What a backup holds, as its first file says. */
export const manifestSchema = z.object({
  format: z.literal("front-desk-backup"),
  version: z.literal(1),
  /** When the copy was made. */
  madeAt: z.iso.datetime(),
  /** What its store was in; those of before PostgreSQL do not say. */
  engine: z.enum(["sqlite", "postgresql"]).default("sqlite"),
  migrations: z.array(z.string()),
  /** How many inquiries were accepted until then, erased ones included. */
  accepted: z.int(),
  /** The rows of each table, and their sums. */
  rows: z.record(z.string(), z.int()),
  sums: z.record(z.string(), z.int()),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })).min(1),
});

export type Manifest = z.output<typeof manifestSchema>;

/** What is said of a copy of the store. */
export interface StoreCopy extends Pick<Manifest, "engine" | "migrations" | "accepted" | "rows" | "sums"> {
  /** The name of its file. */
  file: string;
}

/** A name of a file in the folder itself, which is no way out of it. */
export const isPlainName = (name: string): boolean => /^[\w-][\w.-]*$/.test(name) && name !== manifestName;
