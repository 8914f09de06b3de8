import { zoneClock } from "#domain/time/day.ts";

/** The instant of a `datetime-local` value in a time zone; undefined if incomplete. */
export function instantOf(wallTime: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${wallTime}Z`);
  return Number.isNaN(wall) ? undefined : new Date(zoneClock(timeZone).instantOf(wall)).toISOString();
}

/** The `datetime-local` value of an instant, to the minute. */
export function wallTimeOf(instant: number, timeZone: string): string {
  return new Date(zoneClock(timeZone).wallAt(instant)).toISOString().slice(0, 16);
}
