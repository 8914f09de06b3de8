import { teamCopy } from "#copy/current.ts";
import { formatDuration } from "#domain/time/first-answer.ts";

/** A duration in minutes in the current language; a dash for none. */
export function durationText(minutes: number | null, isEstimate = false): string {
  const text = formatDuration(minutes, teamCopy.reports.durations);
  return isEstimate && minutes !== null ? teamCopy.reports.estimated(text) : text;
}
