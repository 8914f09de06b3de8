/**
 * A map that keeps an entry for at least `life` ms after it was last set, and at most `max` entries: beyond half of
 * that, it drops the least recently set ones. Two generations, since finding the oldest entry in one map gets slower
 * with each deletion.
 */
export function createRecentMap<Value>({ max, life }: { max: number; life: number }) {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let turnedAt = 0;

  return {
    /** The last value, which may be older than `life`. */
    get: (key: string): Value | undefined => young.get(key) ?? old.get(key),

    set(key: string, value: Value, time: number): void {
      // If there is no `life`, a clock that is set back must not drop anything.
      const isOver = life !== Infinity && (time - turnedAt >= life || time < turnedAt);
      if (young.size >= max / 2 || isOver) {
        old = young;
        young = new Map();
        turnedAt = time;
      }
      young.set(key, value);
    },

    clear(): void {
      young.clear();
      old.clear();
    },

    /** The number of stored entries; one that was set again may count twice. */
    size: () => young.size + old.size,
  };
}

/** The limit that bounds memory during a flood of networks. */
export const maxBuckets = 50_000;

/**
 * Token buckets by key: each holds `burst` tokens and gains one every `refillMs`. A bucket is stored as the time when
 * it is full again (generic cell rate algorithm, ITU-T I.371, annex A), so full ones need no memory. Beyond `max`, the
 * least recently used are dropped.
 */
export function createTokenBuckets(options: { refillMs: number; burst: number; max?: number; now: () => number }) {
  const { refillMs, burst, now, max = maxBuckets } = options;
  const depth = refillMs * burst;
  // A bucket that was not used for `depth` is full.
  const buckets = createRecentMap<number>({ max, life: depth });

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

/** Remembers used keys until they expire; beyond `max`, drops the oldest, to bound memory. */
export function createOnce(deps: { max: number; now: () => number }) {
  const used = createRecentMap<true>({ max: deps.max, life: Infinity });
  let lastEnd = 0;
  const wasUsed = (key: string): boolean => used.get(key) === true;

  return {
    /** Returns whether this is the first use; `end` is the key's expiry, in milliseconds since 1970. */
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
