/**
 * A map that keeps an entry for at least `life` ms after it was last set, and at most `most` entries: beyond half of
 * that, it drops the least recently set ones. Two generations, since finding the oldest entry in one map gets slower
 * with each deletion.
 */
export function createRecentMap<Value>({ most, life }: { most: number; life: number }) {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let turnedAt = 0;

  return {
    /** The last value, which may be older than `life`. */
    get: (key: string): Value | undefined => young.get(key) ?? old.get(key),

    set(key: string, value: Value, time: number): void {
      // Without a `life`, a clock that is set back must not drop anything.
      const isOver = life !== Infinity && (time - turnedAt >= life || time < turnedAt);
      if (young.size >= most / 2 || isOver) {
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
