/**
 * Remembers what may be used once, for as long as it lives; beyond `most`, those that were used longest ago are forgotten, so that
 * memory is bounded.
 */
export function createOnce(deps: { most: number; now: () => number }) {
  // Two generations: to look for the oldest in one set would take longer with each that has left it.
  let young = new Set<string>();
  let old = new Set<string>();
  let lastEnd = 0;

  return {
    /** Whether this is the first use; `end` is when the thing itself is over, in milliseconds since 1970. */
    use(key: string, end: number): boolean {
      if (deps.now() > lastEnd) {
        young.clear();
        old.clear();
      }
      if (young.has(key) || old.has(key)) return false;
      if (young.size >= deps.most / 2) {
        old = young;
        young = new Set();
      }
      young.add(key);
      lastEnd = Math.max(lastEnd, end);
      return true;
    },

    /** Whether this was used. */
    wasUsed: (key: string): boolean => young.has(key) || old.has(key),

    /** How many are remembered. */
    size: () => young.size + old.size,
  };
}
