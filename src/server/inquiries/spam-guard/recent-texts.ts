import { createHash } from "node:crypto";

const hour = 3_600_000;
/** Beyond this the oldest are dropped: a flood of different texts is no repetition. */
const most = 10_000;

/** Counts how often a text came within the last hour; stores only hashes. */
export function createRecentTexts(deps: { now: () => number }) {
  /** In order of last use. */
  const seen = new Map<string, { count: number; at: number }>();

  return {
    /** Returns how often this text came before, and counts it. */
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
