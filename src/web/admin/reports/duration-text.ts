import { teamCopy } from "#copy/current.ts";

/** A duration in minutes in the language of the page, as `durationWords` says it in English; a dash for none. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return "–";
  if (minutes < 90) return teamCopy.reports.durations.minutes(Math.max(1, Math.round(minutes)));
  if (minutes < 36 * 60) return teamCopy.reports.durations.hours(Math.round(minutes / 60));
  return teamCopy.reports.durations.days(Math.round(minutes / 1440));
}
