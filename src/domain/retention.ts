/** The least days for which an inquiry that is not closed is kept; see `daysUnclosed`. */
export const unclosedDays = 365;

/**
 * An inquiry that is not closed is erased so many days after it was sent and after the last thing that the team did with it:
 * never sooner than a closed one, which is kept for `retentionDays`.
 */
export function daysUnclosed(retentionDays: number): number {
  return Math.max(unclosedDays, retentionDays);
}
