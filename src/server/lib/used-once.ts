/** Remembers used keys until they expire; beyond `most`, drops the oldest, to bound memory. */
export function createOnce(deps: { most: number; now: () => number }) {
  // Two generations, since finding the oldest entry in one set gets slower with each deletion.
  let young = new Set<string>();
  let old = new Set<string>();
  let lastEnd = 0;

  return {
    /** Whether this is the first use; `end` is the key's expiry, in milliseconds since 1970. */
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

    wasUsed: (key: string): boolean => young.has(key) || old.has(key),

    /** The number of stored keys. */
    size: () => young.size + old.size,
  };
}
