/** Counts durations by upper bound; recording takes constant memory and a few additions. */
export interface Histogram {
  record(seconds: number): void;
  /** The count between each two bounds (the last one for longer durations), and the sum in seconds. */
  read(): { counts: readonly number[]; sum: number };
}

/** Upper bounds in seconds, from a cached response to a stalled store. */
export const bounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export function createHistogram(): Histogram {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    record(seconds) {
      let at = 0;
      while (seconds > (bounds[at] ?? Infinity)) at += 1;
      counts[at] = (counts[at] ?? 0) + 1;
      sum += seconds;
    },
    read: () => ({ counts: [...counts], sum }),
  };
}

/** One histogram per set of labels. */
export function createHistograms<Label extends string>() {
  const all = new Map<string, { labels: Record<Label, string>; tally: Histogram }>();
  return {
    of(labels: Record<Label, string>): Histogram {
      const key = JSON.stringify(Object.values(labels));
      const known = all.get(key) ?? { labels, tally: createHistogram() };
      all.set(key, known);
      return known.tally;
    },
    all: () => [...all.values()],
  };
}
