import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a cookie or a link; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Tokens have full entropy, so a plain hash is enough to make the stored one useless to a thief. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
