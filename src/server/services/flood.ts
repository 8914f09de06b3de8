import { createTokenBuckets } from "./token-buckets.ts";

export type Flood = ReturnType<typeof createFlood>;

const minute = 60_000;

/**
 * Tells whether a flood is on: more come than `perMinute` (as many at once are none yet), and for `minutes` after that was last so.
 * `perMinute` of 0: never.
 */
export function createFlood(deps: { limits: { perMinute: number; minutes: number }; now: () => number }) {
  const { limits, now } = deps;
  const bucket = createTokenBuckets({ refillMs: minute / Math.max(1, limits.perMinute), burst: limits.perMinute, now });
  let until = 0;

  return {
    /** Counts one that has come. */
    count(): void {
      if (limits.perMinute > 0 && bucket.take("all") > 0) until = now() + limits.minutes * minute;
    },

    isOn: (): boolean => now() < until,
  };
}
