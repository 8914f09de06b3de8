export type Flood = ReturnType<typeof createFlood>;

const minute = 60_000;

/**
 * Tells whether a flood is on: more than `perMinute` within a minute (estimated from this minute and the one before it), and for
 * `minutes` after that was last so. `perMinute` of 0: never.
 */
export function createFlood(deps: { limits: { perMinute: number; minutes: number }; now: () => number }) {
  const { limits, now } = deps;
  let windowStart = 0;
  let before = 0;
  let count = 0;
  let until = 0;

  function turn(time: number): void {
    const passed = time - windowStart;
    if (passed >= 0 && passed < minute) return;
    before = passed >= minute && passed < 2 * minute ? count : 0;
    count = 0;
    windowStart = passed >= minute && passed < 2 * minute ? windowStart + minute : time;
  }

  return {
    /** Counts one that has come. */
    count(): void {
      const time = now();
      turn(time);
      count += 1;
      const recent = before * (1 - (time - windowStart) / minute) + count;
      if (limits.perMinute > 0 && recent > limits.perMinute) until = time + limits.minutes * minute;
    },

    isOn: (): boolean => now() < until,
  };
}
