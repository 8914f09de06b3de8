import { randomBytes, timingSafeEqual } from "node:crypto";
import { minute } from "#domain/time/durations.ts";
import type { UsedToken, UsedTokenStore } from "./sign-in-queries.ts";
import { hashToken } from "../lib/tokens.ts";

export type SingleUseTokens = ReturnType<typeof createSingleUseTokens>;

/** The lifetime of a token. */
export const tokenMinutes = 5;
const [nonceBytes, timeBytes, macBytes] = [16, 8, 32];

/**
 * Tokens and challenges that live a few minutes and work once. They are signed, so that issuing one writes nothing and
 * every instance accepts it; the store keeps the used ones. `purpose` binds a token to a use and an owner.
 */
export function createSingleUseTokens(deps: {
  mac: (text: string) => Promise<string>;
  store: UsedTokenStore;
  now: () => number;
}) {
  const { store, now } = deps;

  const macOf = async (head: Buffer, purpose: readonly string[]) =>
    Buffer.from(await deps.mac(JSON.stringify(["ticket", head.toString("base64url"), ...purpose])), "base64url");

  function read(token: string): { head: Buffer; expiresAt: number; mac: Buffer } | null {
    const bytes = Buffer.from(token, "base64url");
    // Accepts the canonical encoding alone: otherwise a used token could be re-encoded.
    if (bytes.length !== nonceBytes + timeBytes + macBytes || bytes.toString("base64url") !== token) return null;
    const head = bytes.subarray(0, nonceBytes + timeBytes);
    return {
      head,
      expiresAt: Number(head.readBigUInt64BE(nonceBytes)),
      mac: bytes.subarray(nonceBytes + timeBytes),
    };
  }

  /** Returns the used form of a token, which the store keeps. */
  function toUse(token: string): UsedToken {
    const parts = read(token);
    if (parts === null) throw new Error("only a valid token can be used");
    return { key: hashToken(token), expiresAt: parts.expiresAt };
  }

  return {
    /** A new token, as base64url. */
    async issue(purpose: readonly string[]): Promise<string> {
      const time = Buffer.alloc(timeBytes);
      time.writeBigUInt64BE(BigInt(now() + tokenMinutes * minute));
      const head = Buffer.concat([randomBytes(nonceBytes), time]);
      return Buffer.concat([head, await macOf(head, purpose)]).toString("base64url");
    },

    /** Returns whether this is our token for this purpose, neither expired nor used. */
    async isGood(token: string, purpose: readonly string[]): Promise<boolean> {
      const parts = read(token);
      if (parts === null || !timingSafeEqual(parts.mac, await macOf(parts.head, purpose))) return false;
      return now() < parts.expiresAt && !(await store.isUsed(hashToken(token)));
    },

    /** Uses up a valid token; false if another request was first. */
    use: (token: string): Promise<boolean> => store.use(toUse(token)),

    toUse,

    purge: () => store.deleteBefore(now()),
  };
}
