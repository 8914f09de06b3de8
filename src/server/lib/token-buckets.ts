import { createRecentMap } from "./recent-map.ts";

/** The limit that bounds memory during a flood of networks. */
export const mostBuckets = 50_000;

/**
 * Token buckets by key: each holds `burst` tokens and gains one every `refillMs`. A bucket is stored as the time when
 * it is full again (generic cell rate algorithm, ITU-T I.371, annex A), so full ones need no memory. Beyond `most`, the
 * least recently used are dropped.
 */
export function createTokenBuckets(options: { refillMs: number; burst: number; most?: number; now: () => number }) {
  const { refillMs, burst, now, most = mostBuckets } = options;
  const depth = refillMs * burst;
  // A bucket that was not used for `depth` is full.
  const buckets = createRecentMap<number>({ most, life: depth });

  return {
    /** Takes `cost` tokens from the key's bucket and returns 0, or returns the milliseconds until it holds enough. */
    take(key: string, cost = 1): number {
      const time = now();
      // A cost above the burst would never pass.
      const price = refillMs * Math.min(cost, burst);
      const known = buckets.get(key) ?? 0;
      // If the clock is set back, nobody waits longer than for an empty bucket.
      const full = Math.min(Math.max(known, time), time + depth);
      const wait = full + price - depth - time;
      buckets.set(key, wait > 0 ? full : full + price, time);
      return Math.max(0, wait);
    },

    clear: (): void => buckets.clear(),

    /** The number of stored buckets. */
    size: buckets.size,
  };
}
