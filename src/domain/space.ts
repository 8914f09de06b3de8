/** Space that was left at a time, in ms since 1970. */
export interface Left {
  at: number;
  left: number;
}

/**
 * Returns in how many ms nothing is left if it goes on as in these samples, by the line that fits them best; null if
 * there are too few, or it does not become less. Single steps, such as a backup, move it little.
 */
export function timeUntilFull(samples: readonly Left[], now: Left): number | null {
  const all = [...samples, now];
  if (samples.length < 2) return null;
  const mean = (value: (one: Left) => number) => all.reduce((sum, one) => sum + value(one), 0) / all.length;
  const [at, left] = [mean((one) => one.at), mean((one) => one.left)];
  const spread = all.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const slope = all.reduce((sum, one) => sum + (one.at - at) * (one.left - left), 0) / spread;
  return slope < 0 ? now.left / -slope : null;
}
