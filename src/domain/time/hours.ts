/** ISO 8601 weekdays: Monday is 1, Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * A span from one time of day (`09:00`) to another. An end not later than the start is on the next day, except `00:00`
 * to `24:00`.
 */
export interface OpenSpan {
  day: Weekday;
  from: string;
  to: string;
}

/** A day such as `2026-11-21` on which no span begins. */
interface Holiday {
  date: string;
  name: string;
}

/** Weekly hours in a time zone (an IANA name). */
export interface Hours {
  timeZone: string;
  weekly: OpenSpan[];
  holidays: Holiday[];
}

/** The hours for a visitor's browser, free of time zones: the next times at which they change. */
export interface Availability {
  timeZone: string;
  /** Before the first of `flips`. */
  isOpen: boolean;
  /** Seconds since 1970, ascending; at each one it switches between open and closed. */
  flips: number[];
}

/** Returns whether the channel is open at `now` (ms since 1970); always if `availability` is null. */
export function openAt(availability: Availability | null, now: number): boolean {
  if (availability === null) return true;
  const { isOpen, flips } = availability;
  const passed = flips.filter((flip) => flip * 1000 <= now).length;
  return isOpen === (passed % 2 === 0);
}

/** When that changes next, in ms since 1970; undefined if not within the known period. */
export function nextFlip(availability: Availability | null, now: number): number | undefined {
  const next = availability?.flips.find((flip) => flip * 1000 > now);
  return next === undefined ? undefined : next * 1000;
}
