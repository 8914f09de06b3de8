import { dayOf, nextDay, wallTime, zoneClock } from "./day.ts";

/** Hours of each day, such as from `22:00` to `08:00`; `to` is on the next day if it is not later than `from`. */
interface DailyHours {
  from: string;
  to: string;
  timeZone: string;
}

/** When the quiet hours end that it is now, in ms since 1970; null if it is none. */
export function quietUntil(hours: DailyHours | null, now: number): number | null {
  if (hours === null) return null;
  const clock = zoneClock(hours.timeZone);
  const wall = clock.wallAt(now);
  const today = dayOf(wall);
  const [from, to] = [wallTime(today, minutesOf(hours.from)), wallTime(today, minutesOf(hours.to))];
  const isOverMidnight = to <= from;
  const isQuiet = isOverMidnight ? wall >= from || wall < to : wall >= from && wall < to;
  if (!isQuiet) return null;
  const endsTomorrow = isOverMidnight && wall >= from;
  return clock.instantOf(wallTime(endsTomorrow ? nextDay(today) : today, minutesOf(hours.to)));
}

function minutesOf(time: string): number {
  const [hours = "", minutes = ""] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
