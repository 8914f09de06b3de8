import { createRecentMap } from "./recent-map.ts";

/** Remembers used keys until they expire; beyond `most`, drops the oldest, to bound memory. */
export function createOnce(deps: { most: number; now: () => number }) {
  const used = createRecentMap<true>({ most: deps.most, life: Infinity });
  let lastEnd = 0;
  const wasUsed = (key: string): boolean => used.get(key) === true;

  return {
    /** Whether this is the first use; `end` is the key's expiry, in milliseconds since 1970. */
    use(key: string, end: number): boolean {
      const time = deps.now();
      if (time > lastEnd) used.clear();
      if (wasUsed(key)) return false;
      used.set(key, true, time);
      lastEnd = Math.max(lastEnd, end);
      return true;
    },

    wasUsed,

    /** The number of stored keys. */
    size: used.size,
  };
}
