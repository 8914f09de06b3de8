import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits for a cookie or a link; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Tokens have full entropy, so a plain hash is enough to make the stored one useless to a thief. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** A MAC of several texts, which cannot be confused with that of the same letters split elsewhere. */
export function keyedHash(secret: string, ...parts: readonly string[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}

/** Compares two texts in a time that depends on their lengths only. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** SHA-256 of a file's content. */
export const contentHash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url");
