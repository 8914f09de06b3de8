import { createHash } from "node:crypto";

/** A stored row, not verified against the chain yet. */
export interface AuditRow {
  number: number;
  /** JSON. */
  entry: string;
  hash: string;
  seal: string;
}

/** Covers the row before, its signature, and the entry's own text. */
export function hashOver(last: AuditRow | null, entry: string): string {
  const before = last === null ? "" : `${last.seal}\n${last.hash}`;
  return createHash("sha256").update(`${before}\n${entry}`).digest("base64url");
}

/** Returns whether a row follows `last`, by number and hash; does not verify its signature. */
export function follows(last: AuditRow | null, { number, entry, hash }: AuditRow): boolean {
  return number === (last?.number ?? 0) + 1 && hash === hashOver(last, entry);
}
