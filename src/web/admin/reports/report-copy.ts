import { dayOf, zoneClock } from "#domain/time/day.ts";
import { day } from "#domain/time/durations.ts";
import type { Report } from "#contract/reports.ts";

import type { Span } from "#web/api/report-api.ts";

/** The spans that a report can have, in days until today. */
export const spans = [7, 30, 90, 365] as const;

export const openWords: Record<Report["open"][number]["age"], string> = {
  hour: "less than an hour",
  day: "less than a day",
  week: "less than a week",
  month: "less than 30 days",
  older: "longer",
};

/** The last days until `now`, in the site's time zone. */
export function spanOf(days: number, now: number, timeZone: string): Span {
  const wall = zoneClock(timeZone).wallAt(now);
  return { from: dayOf(wall - (days - 1) * day), to: dayOf(wall) };
}

/** A duration in minutes, such as `12 min`, `3 h` or `2 days`; a dash for none. */
export function durationWords(minutes: number | null): string {
  if (minutes === null) return "–";
  if (minutes < 1) return "1 min";
  if (minutes < 90) return `${Math.round(minutes)} min`;
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440)} days`;
}

/** The minutes in a text such as `5 minutes`; null if it says no duration. */
export function minutesIn(text: string): number | null {
  const [, amount, unit = ""] = /^\D*(\d+)\s*(second|minute|hour|day)s?$/i.exec(text.trim()) ?? [];
  if (amount === undefined) return null;
  return Number(amount) * ({ second: 1 / 60, minute: 1, hour: 60, day: 1440 }[unit.toLowerCase()] ?? 1);
}
