export type TokenBuckets = ReturnType<typeof createTokenBuckets>;

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
  // Two generations, since finding the oldest entry in one map gets slower with each deletion.
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let turnedAt = 0;

  /** Drops the buckets unused for a whole generation. They are full by then, unless the size limit ended it early. */
  function turn(time: number): void {
    if (young.size < most / 2 && time - turnedAt < depth && time >= turnedAt) return;
    old = young;
    young = new Map();
    turnedAt = time;
  }

  return {
    /** Takes `cost` tokens from the key's bucket and returns 0, or returns the milliseconds until it holds enough. */
    take(key: string, cost = 1): number {
      const time = now();
      turn(time);
      // A cost above the burst would never pass.
      const price = refillMs * Math.min(cost, burst);
      const known = young.get(key) ?? old.get(key) ?? 0;
      // If the clock is set back, nobody waits longer than for an empty bucket.
      const full = Math.min(Math.max(known, time), time + depth);
      const wait = full + price - depth - time;
      young.set(key, wait > 0 ? full : full + price);
      return Math.max(0, wait);
    },

    clear(): void {
      young.clear();
      old.clear();
    },

    /** The number of stored buckets. */
    size: () => young.size + old.size,
  };
}
