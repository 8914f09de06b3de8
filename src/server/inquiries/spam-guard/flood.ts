import { createTokenBuckets } from "#server/lib/token-buckets.ts";
import { minute } from "#domain/time/durations.ts";

export type Flood = ReturnType<typeof createFlood>;

/**
 * Detects floods: more than `perMinute` arrivals (after a burst of as many), and for `minutes` after the last excess.
 * `perMinute` of 0 disables it.
 */
export function createFlood(deps: { limits: { perMinute: number; minutes: number }; now: () => number }) {
  const { limits, now } = deps;
  const bucket = createTokenBuckets({ refillMs: minute / Math.max(1, limits.perMinute), burst: limits.perMinute, now });
  let until = 0;

  return {
    /** Counts one arrival. */
    count(): void {
      if (limits.perMinute > 0 && bucket.take("all") > 0) until = now() + limits.minutes * minute;
    },

    isOn: (): boolean => now() < until,
  };
}
