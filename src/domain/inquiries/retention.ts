/** Minimum days that an unclosed inquiry is stored; see `daysUnclosed`. */
export const unclosedDays = 365;

/**
 * Days after which an unclosed inquiry is erased, counted from its submission and the team's last action. Never fewer
 * than for a closed one (`retentionDays`).
 */
export function daysUnclosed(retentionDays: number): number {
  return Math.max(unclosedDays, retentionDays);
}
