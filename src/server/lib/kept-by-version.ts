/**
 * Keeps what was made of the present version of each thing, and forgets it with the next one. What failed is made
 * again.
 */
export function keptByVersion<Made>() {
  const kept = new Map<string, { version: string; made: Promise<Made> }>();

  return (name: string, version: string, make: () => Promise<Made>): Promise<Made> => {
    const known = kept.get(name);
    if (known?.version === version) return known.made;
    const fresh = { version, made: make() };
    kept.set(name, fresh);
    fresh.made.catch(() => {
      if (kept.get(name) === fresh) kept.delete(name);
    });
    return fresh.made;
  };
}
