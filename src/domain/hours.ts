import { dayOf, nextDay, wallTime, zoneClock } from "./day.ts";

/** The days of the week as ISO 8601 counts them: Monday is 1, Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** From one time of day (`09:00`) to another; one that is not later than the first (`00:00` to `24:00` apart) is of the day after. */
export interface OpenSpan {
  day: Weekday;
  from: string;
  to: string;
}

/** A day such as `2026-11-21` on which no span begins. */
export interface Holiday {
  date: string;
  name: string;
}

/** When somebody answers: the weekly hours on the clocks of a time zone (an IANA name). */
export interface Hours {
  timeZone: string;
  weekly: OpenSpan[];
  holidays: Holiday[];
}

export const hoursLimits = { weekly: 50, holidays: 100, holidayName: 60 } as const;

/** The hours as a visitor's browser needs them, without any knowledge of time zones: the next times at which they change. */
export interface Availability {
  timeZone: string;
  /** Before the first of `flips`. */
  isOpen: boolean;
  /** Seconds since 1970, growing; at each of them it changes between open and closed. */
  flips: number[];
}

/**
 * When somebody answers, from `now` (milliseconds since 1970) to the end of the day that is `days` days later, where the zone is;
 * null where there are no hours, which means always. What flips later is not in it: make it anew before those days are over.
 * On a holiday no span begins; one that began the evening before still runs to its end.
 * A time of day that the clocks skip is the moment of their change, one that they show twice the first of the two.
 */
export function availabilityOf(hours: Hours | null, now: number, days = 15): Availability | null {
  if (hours === null) return null;
  const { timeZone, weekly } = hours;
  const clock = zoneClock(timeZone);
  const holidays = new Set(hours.holidays.map(({ date }) => date));
  // What began yesterday may last until today.
  let day = dayOf(clock.wallAt(now) - 24 * 3_600_000);
  const open: Array<{ from: number; to: number }> = [];
  for (let count = 0; count < days + 2; count += 1, day = nextDay(day)) {
    if (holidays.has(day)) continue;
    const weekday = new Date(wallTime(day)).getUTCDay() || 7;
    for (const span of weekly.filter((one) => one.day === weekday)) {
      const from = clock.instantOf(wallTime(day, minutesOf(span.from)));
      const last = span.to > span.from ? day : nextDay(day);
      const to = clock.instantOf(wallTime(last, minutesOf(span.to)));
      if (to > from) open.push({ from, to });
    }
  }
  // From here on, spans that are not looked at may begin or go on.
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

/** Whether somebody answers at `now` (milliseconds since 1970): always, where it is null. */
export function openAt(availability: Availability | null, now: number): boolean {
  if (availability === null) return true;
  const { isOpen, flips } = availability;
  const passed = flips.filter((flip) => flip * 1000 <= now).length;
  return isOpen === (passed % 2 === 0);
}

/** When that changes next, in milliseconds since 1970; undefined where it does not within the time that is known. */
export function nextFlip(availability: Availability | null, now: number): number | undefined {
  const next = availability?.flips.find((flip) => flip * 1000 > now);
  return next === undefined ? undefined : next * 1000;
}

/** Spans in the order of time, those that touch or overlap made one. */
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
