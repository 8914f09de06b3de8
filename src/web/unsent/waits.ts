/** The first try after a failure comes after so many milliseconds. */
export const firstWait = 5000;

const longest = 300_000;

/** Each wait is twice the one before, up to five minutes, and somewhat shorter by chance: not all browsers come back at one moment. */
export function nextWait(wait: number): number {
  return Math.min(2 * wait, longest) * (0.8 + 0.2 * Math.random());
}
