import { teamCopy } from "#copy/current.ts";
import { dayOf, nextDay, wallTime, zoneClock } from "#domain/time/day.ts";
import { hour } from "#domain/time/durations.ts";

/** A time that a member can choose without typing it. */
interface SnoozeTime {
  label: string;
  /** ISO 8601. */
  until: string;
}

const [morning, evening] = [9 * 60, 18 * 60];

/** The times that are offered at `now`, in the site's time zone, the earliest first. */
export function snoozeTimes(now: number, timeZone: string): SnoozeTime[] {
  const clock = zoneClock(timeZone);
  const today = dayOf(clock.wallAt(now));
  const at = (day: string, minutes: number) => clock.instantOf(wallTime(day, minutes));
  let monday = nextDay(today);
  while (new Date(wallTime(monday)).getUTCDay() !== 1) monday = nextDay(monday);
  const times = [
    { label: teamCopy.inbox.snooze.inOneHour, at: now + hour },
    // Left out if it is less than an hour away.
    ...(now + hour < at(today, evening) ? [{ label: teamCopy.inbox.snooze.thisEvening, at: at(today, evening) }] : []),
    { label: teamCopy.inbox.snooze.tomorrow, at: at(nextDay(today), morning) },
    // Left out on a Sunday, when it equals tomorrow.
    ...(monday === nextDay(today) ? [] : [{ label: teamCopy.inbox.snooze.nextWeek, at: at(monday, morning) }]),
  ];
  return times.map(({ label, at: time }) => ({ label, until: new Date(time).toISOString() }));
}
