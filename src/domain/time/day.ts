import { day as dayLength, minute as minuteLength } from "./durations.ts";

/** The clock of a time zone. A wall time is the local time, given as the ms that it would have in UTC. */
interface ZoneClock {
  /** The wall time at an instant in ms since 1970. */
  wallAt(instant: number): number;
  /**
   * The first instant at or after a wall time: the first occurrence of a repeated time, the moment of the change for a
   * skipped one.
   */
  instantOf(wall: number): number;
}

/** The clock of an IANA time zone. Create it once for many calls: creating a formatter is slow. */
export function zoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

  /** The offset from UTC in ms. */
  function offsetAt(instant: number): number {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = parts;
    const shown = Date.parse(`${year?.padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return shown - Math.floor(instant / 1000) * 1000;
  }

  return {
    wallAt: (instant) => instant + offsetAt(instant),

    instantOf(wall) {
      // No offset reaches a day, so a change near the wall time lies between these two.
      let before = wall - dayLength;
      let after = wall + dayLength;
      const early = offsetAt(before);
      const late = offsetAt(after);
      // The larger offset gives the earlier instant.
      const offsets = early > late ? [early, late] : [late, early];
      const shown = offsets.find((offset) => offsetAt(wall - offset) === offset);
      if (shown !== undefined) return wall - shown;
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (offsetAt(middle) === early) before = middle;
        else after = middle;
      }
      return after;
    },
  };
}

/** The wall time at the start of a day such as `2026-11-21`, plus minutes. */
export function wallTime(day: string, minutes = 0): number {
  return Date.parse(`${day}T00:00:00Z`) + minutes * minuteLength;
}

/** The first instant of a day such as `2026-11-21` in a time zone, in ms since 1970. */
export function startOfDay(day: string, timeZone: string): number {
  return zoneClock(timeZone).instantOf(wallTime(day));
}

/** The day of a wall time, such as `2026-11-21`. */
export function dayOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The day at an instant, in ms since 1970, in a time zone. */
export function dayAt(instant: number, timeZone: string): string {
  return dayOf(zoneClock(timeZone).wallAt(instant));
}

export function nextDay(day: string): string {
  return dayOf(wallTime(day) + dayLength);
}

/** When the next day begins in the zone, in ms since 1970. */
export function nextMidnight(timeZone: string, now: number): number {
  const clock = zoneClock(timeZone);
  return clock.instantOf(wallTime(nextDay(dayOf(clock.wallAt(now)))));
}
