import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether an `Authorization` header holds the token (RFC 6750); how long the answer takes says nothing of the token. */
export function bears(header: string | undefined, token: string): boolean {
  const [, given = ""] = /^bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** What an answer to somebody without the token says. */
export const unauthorized = {
  status: 401,
  headers: { "www-authenticate": 'Bearer realm="metrics"', "cache-control": "no-store" },
  text: "Please send the token: Authorization: Bearer ...\n",
} as const;
