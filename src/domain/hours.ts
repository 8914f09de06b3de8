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
