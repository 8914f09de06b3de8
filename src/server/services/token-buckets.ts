export type TokenBuckets = ReturnType<typeof createTokenBuckets>;

/** So many buckets are remembered at most: a flood of networks takes no more memory than this. */
export const mostBuckets = 50_000;

/**
 * Token buckets by their keys: each holds `burst` tokens and gains one every `refillMs`. A bucket is one number, the moment when it
 * is full again (the generic cell rate algorithm, ITU-T I.371, annex A), so that a full one needs no memory at all.
 * Beyond `most`, those that were asked longest ago are forgotten.
 */
export function createTokenBuckets(options: { refillMs: number; burst: number; most?: number; now: () => number }) {
  const { refillMs, burst, now, most = mostBuckets } = options;
  const depth = refillMs * burst;
  // Two generations: to look for the oldest in one map would take longer with each that has left it.
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let turnedAt = 0;

  /** Whoever asks is young; what was not asked for a whole generation is forgotten, and is full by then unless there are too many. */
  function turn(time: number): void {
    if (young.size < most / 2 && time - turnedAt < depth && time >= turnedAt) return;
    old = young;
    young = new Map();
    turnedAt = time;
  }

  return {
    /** Takes `cost` tokens from the bucket of this key, and gives 0; where it holds fewer, the milliseconds until it has them. */
    take(key: string, cost = 1): number {
      const time = now();
      turn(time);
      // What costs more than a whole bucket would never be let through.
      const price = refillMs * Math.min(cost, burst);
      const known = young.get(key) ?? old.get(key) ?? 0;
      // A clock that was set back must not keep anybody waiting for longer than an empty bucket does.
      const full = Math.min(Math.max(known, time), time + depth);
      const wait = full + price - depth - time;
      young.set(key, wait > 0 ? full : full + price);
      return Math.max(0, wait);
    },

    /** Forgets all of them. */
    clear(): void {
      young.clear();
      old.clear();
    },

    /** How many buckets are remembered. */
    size: () => young.size + old.size,
  };
}
