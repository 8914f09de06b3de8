import { hour } from "./durations.ts";
import { dayOf, nextDay, wallTime, zoneClock } from "./day.ts";
import type { Availability, Hours } from "./hours.ts";

/** Limits of opening hours. They are not in `hours.ts`, which visitors download. */
export const hoursLimits = { weekly: 50, holidays: 100, holidayName: 60 } as const;

/**
 * Opening times from `now` (ms since 1970) to the end of the day `days` days later in the zone. Null hours mean always
 * open and give null. Compute it again before that period ends: later flips are missing. No span begins on a holiday; a
 * span from the evening before runs to its end. A time that the clocks skip maps to the moment of the change, one that
 * they repeat to its first occurrence.
 */
export function availabilityOf(hours: Hours | null, now: number, days = 15): Availability | null {
  if (hours === null) return null;
  const { timeZone, weekly } = hours;
  const clock = zoneClock(timeZone);
  const holidays = new Set(hours.holidays.map(({ date }) => date));
  // Yesterday's spans may end today.
  let day = dayOf(clock.wallAt(now) - 24 * hour);
  const open: Array<{ from: number; to: number }> = [];
  for (let count = 0; count < days + 2; count += 1, day = nextDay(day)) {
    if (holidays.has(day)) continue;
    const weekday = new Date(wallTime(day)).getUTCDay() || 7;
    for (const span of weekly.filter((one) => one.day === weekday)) {
      const from = clock.instantOf(wallTime(day, minutesOf(span.from)));
      const last = span.to > span.from ? day : nextDay(day);
      const closesAt = clock.instantOf(wallTime(last, minutesOf(span.to)));
      if (closesAt > from) open.push({ from, to: closesAt });
    }
  }
  // Spans after this point are not computed.
  const end = clock.instantOf(wallTime(day));
  const merged = merge(open);
  return {
    timeZone,
    isOpen: merged.some(({ from, to }) => from <= now && now < to),
    flips: merged
      .flatMap(({ from, to }) => [from, to])
      .filter((flip) => flip > now && flip < end)
      .map((flip) => flip / 1000),
  };
}

/** Sorts spans by time and joins those that touch or overlap. */
function merge(spans: ReadonlyArray<{ from: number; to: number }>): Array<{ from: number; to: number }> {
  const merged: Array<{ from: number; to: number }> = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
