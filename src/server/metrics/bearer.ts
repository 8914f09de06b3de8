import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether an `Authorization` header holds the token (RFC 6750), compared in constant time. */
export function bears(header: string | undefined, token: string): boolean {
  const [, given = ""] = /^bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** The response to a request without the token. */
export const unauthorized = {
  status: 401,
  headers: { "www-authenticate": 'Bearer realm="metrics"', "cache-control": "no-store" },
  text: "Please send the token: Authorization: Bearer ...\n",
} as const;
