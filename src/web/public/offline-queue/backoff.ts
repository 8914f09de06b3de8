/** The delay before the first retry, in milliseconds. */
export const firstBackoff = 5000;

const longest = 300_000;

/** Each delay doubles, up to five minutes, minus random jitter: not all browsers should come back at once. */
export function nextBackoff(wait: number): number {
  return Math.min(2 * wait, longest) * (0.8 + 0.2 * Math.random());
}
