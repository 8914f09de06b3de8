export type TokenBuckets = ReturnType<typeof createTokenBuckets>;

/** Beyond so many buckets the one that was asked longest ago is forgotten: a flood of networks takes no more memory than this. */
export const mostBuckets = 50_000;

/**
 * Token buckets by their keys: each holds `burst` tokens and gains one every `refillMs`. A bucket is one number, the moment when it
 * is full again (the generic cell rate algorithm, ITU-T I.371, annex A), so that a full one needs no memory at all.
 * `most` is how many are remembered.
 */
export function createTokenBuckets(options: { refillMs: number; burst: number; most?: number; now: () => number }) {
  const { refillMs, burst, now, most = mostBuckets } = options;
  const depth = refillMs * burst;
  /** When each bucket is full again; in the order in which they were asked. */
  const fullAt = new Map<string, number>();

  /** Forgets from the front what is full, and what is too many. Each bucket goes once, so that a call does little on average. */
  function forget(time: number): void {
    for (const [key, full] of fullAt) {
      if (full > time && fullAt.size <= most) break;
      fullAt.delete(key);
    }
  }

  return {
    /** Takes one token from the bucket of this key, and gives 0; where it is empty, the milliseconds until there is one. */
    take(key: string): number {
      const time = now();
      // A clock that was set back must not keep anybody waiting for longer than an empty bucket does.
      const full = Math.min(Math.max(fullAt.get(key) ?? 0, time), time + depth);
      const wait = full + refillMs - depth - time;
      // Asked last, so it is forgotten last: one who goes on asking gets no fresh bucket.
      fullAt.delete(key);
      fullAt.set(key, wait > 0 ? full : full + refillMs);
      forget(time);
      return Math.max(0, wait);
    },

    /** Forgets all of them. */
    clear: () => fullAt.clear(),

    /** How many buckets are remembered. */
    size: () => fullAt.size,
  };
}
