/**
 * Remembers what may be used once, each thing until its own end; beyond `most` the oldest is forgotten, so that memory is bounded.
 * What has a life of its own to end needs to be remembered no longer.
 */
export function createOnce(deps: { most: number; now: () => number }) {
  const endsAt = new Map<string, number>();

  return {
    /** Whether this is the first use; `end` is when the thing itself is over, in milliseconds since 1970. */
    use(key: string, end: number): boolean {
      if (endsAt.has(key)) return false;
      for (const [old, over] of endsAt) {
        if (over >= deps.now() && endsAt.size < deps.most) break;
        endsAt.delete(old);
      }
      endsAt.set(key, end);
      return true;
    },

    /** How many are remembered. */
    size: () => endsAt.size,
  };
}
