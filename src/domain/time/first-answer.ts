import { dayOf, zoneClock } from "./day.ts";
import { day } from "./durations.ts";

/** The last days whose answers are compared with what the site promises. */
export const comparedDays = 7;
/** How many answers the comparison takes. */
const fewestAnswers = 5;

/** The median, if it is longer than the time that the text `promised` says; null if not, or if either is unknown. */
export function lateMedian(
  promised: string,
  { answered, median }: { answered: number; median: number | null },
): number | null {
  const minutes = minutesIn(promised);
  const isLate = minutes !== null && median !== null && answered >= fewestAnswers && median > minutes;
  return isLate ? median : null;
}

/** The minutes in a text such as `5 minutes`; null if it says no duration. */
export function minutesIn(text: string): number | null {
  const [, amount, unit = ""] = /^\D*(\d+)\s*(second|minute|hour|day)s?$/i.exec(text.trim()) ?? [];
  if (amount === undefined) return null;
  return Number(amount) * ({ second: 1 / 60, minute: 1, hour: 60, day: 1440 }[unit.toLowerCase()] ?? 1);
}

/** A duration in minutes, such as `12 min`, `3 h` or `2 days`, in a language; a dash for none. */
export function formatDuration(
  minutes: number | null,
  texts: Record<"minutes" | "hours" | "days", (count: number) => string>,
): string {
  if (minutes === null) return "–";
  if (minutes < 90) return texts.minutes(Math.max(1, Math.round(minutes)));
  if (minutes < 36 * 60) return texts.hours(Math.round(minutes / 60));
  return texts.days(Math.round(minutes / 1440));
}

/** The last days until `now`, in a time zone. */
export function spanOf(days: number, now: number, timeZone: string): { from: string; to: string } {
  const wall = zoneClock(timeZone).wallAt(now);
  return { from: dayOf(wall - (days - 1) * day), to: dayOf(wall) };
}
