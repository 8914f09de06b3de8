/** Durations, counted by the bounds that they do not pass: nothing is kept of any single one, and a record costs a few additions. */
export interface Tally {
  record(seconds: number): void;
  /** How many fell between each two bounds, those beyond the last one at the end, and how long all took together. */
  read(): { counts: readonly number[]; sum: number };
}

/** Upper bounds in seconds: from an answer that is ready to a store that stands still. */
export const bounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export function createTally(): Tally {
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

/** A tally for each set of labels that has come up. */
export function createTallies<Label extends string>() {
  const all = new Map<string, { labels: Record<Label, string>; tally: Tally }>();
  return {
    of(labels: Record<Label, string>): Tally {
      const key = JSON.stringify(Object.values(labels));
      const known = all.get(key) ?? { labels, tally: createTally() };
      all.set(key, known);
      return known.tally;
    },
    all: () => [...all.values()],
  };
}
