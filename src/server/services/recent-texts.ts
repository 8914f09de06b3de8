import { createHash } from "node:crypto";

const hour = 3_600_000;
/** Beyond this the oldest are forgotten: a flood of different texts is no repetition. */
const most = 10_000;

/** Counts how often a text has come within the last hour; it keeps no text. */
export function createRecentTexts(deps: { now: () => number }) {
  /** In the order of their last coming. */
  const seen = new Map<string, { count: number; at: number }>();

  return {
    /** How often this text came before, counting this time as well from now on. */
    count(text: string): number {
      const time = deps.now();
      const key = createHash("sha256").update(text.toLowerCase().replaceAll(/\s+/g, " ")).digest("base64url");
      for (const [old, { at }] of seen) {
        if (time - at < hour && seen.size < most) break;
        seen.delete(old);
      }
      const before = seen.get(key)?.count ?? 0;
      seen.delete(key);
      seen.set(key, { count: before + 1, at: time });
      return before;
    },
  };
}
