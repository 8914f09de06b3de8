/** Upper bounds of the classes into which durations are counted, in minutes; the last class has no bound. */
export const durationClasses = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1080, 1440, 2160, 2880, 4320, 5760, 10_080,
  14_400, 20_160, 43_200,
] as const;

/** The class of a duration in minutes: an index, at most the number of bounds. */
export function durationClass(minutes: number): number {
  const at = durationClasses.findIndex((bound) => minutes <= bound);
  return at === -1 ? durationClasses.length : at;
}

/**
 * The duration in minutes below which a share (0 to 1) of the counted ones lies, by linear interpolation within its
 * class; null if nothing was counted. `counts` are by class.
 */
export function quantile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [at, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const start = durationClasses[at - 1] ?? 0;
      const end = durationClasses[at] ?? start;
      return start + ((end - start) * (rank - below)) / count;
    }
    below += count;
  }
  return durationClasses.at(-1) ?? null;
}

/** The exact median of durations, counted by their value; of an even number the mean of the two in the middle. */
export function exactMedian(counts: ReadonlyMap<number, number>): number | null {
  const total = sumOf(counts);
  const [low, high] = [nth(counts, Math.floor((total + 1) / 2)), nth(counts, Math.floor(total / 2) + 1)];
  return low === null || high === null ? null : (low + high) / 2;
}

/** The shortest duration within which at least a share (0 to 1) of them lies. */
export function exactQuantile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = sumOf(counts);
  // Rounded first, so that 0.9 of 10 is the ninth: the product can be a little more than 9.
  return nth(counts, Math.ceil(Number((total * share).toFixed(6))));
}

const sumOf = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The `rank`th smallest, from 1; null if there are not so many. */
function nth(counts: ReadonlyMap<number, number>, rank: number): number | null {
  let below = 0;
  for (const [value, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    below += count;
    if (rank >= 1 && below >= rank) return value;
  }
  return null;
}
