import { createHash } from "node:crypto";
import { createRecentMap } from "#server/lib/recent-map.ts";
import { hour } from "#domain/time/durations.ts";

/** Beyond half of this the oldest are dropped: a flood of different texts is no repetition. */
const most = 20_000;

/** Counts how often a text came, until it stays away for an hour; stores only hashes. */
export function createRecentTexts(deps: { now: () => number }) {
  const seen = createRecentMap<{ count: number; at: number }>({ most, life: hour });

  return {
    /** Returns how often this text came before, and counts it. */
    count(text: string): number {
      const time = deps.now();
      const key = createHash("sha256").update(text.toLowerCase().replaceAll(/\s+/g, " ")).digest("base64url");
      const known = seen.get(key);
      const before = known === undefined || time - known.at >= hour ? 0 : known.count;
      seen.set(key, { count: before + 1, at: time }, time);
      return before;
    },
  };
}
