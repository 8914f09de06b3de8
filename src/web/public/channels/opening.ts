import { type Availability, nextFlip, openAt } from "#domain/time/hours.ts";

const HOUR = 3_600_000;

/**
 * Says until when a channel is open, or when it opens again; undefined if it is always open. Times are in the channel's
 * time zone and, with `visitorZone`, also in the visitor's if they differ.
 */
export function openingWords(
  availability: Availability | null,
  time: number,
  visitorZone: string | undefined,
): string | undefined {
  if (availability === null) return undefined;
  const isOpen = openAt(availability, time);
  const flip = nextFlip(availability, time);
  const there = flip && shownAt(flip, availability.timeZone);
  if (!flip || !there) return isOpen ? undefined : "Closed at present";
  const here = visitorZone ? (shownAt(flip, visitorZone) ?? there) : there;
  // A time alone is clear for one day, a weekday for less than a week.
  const days = (flip - time) / (24 * HOUR);
  const day = days < 1 ? "" : days <= 6 ? there.weekday : `${there.weekday}, ${there.date}`;
  const isOtherDay = here.weekday !== there.weekday;
  const own =
    isOtherDay || here.clock !== there.clock
      ? ` (${day && isOtherDay ? `${here.weekday} ` : ""}${here.clock} your time)`
      : "";
  if (isOpen) return `Open until ${day && `${day} at `}${there.clock}${own}`;
  return `Back ${day && `on ${day} `}at ${there.clock}${own}`;
}

/** Undefined if the engine does not know the zone. Built from parts, since separators differ by engine. */
function shownAt(time: number, timeZone: string): { clock: string; weekday: string; date: string } | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
      hour12: true,
    });
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const { weekday = "", day, month, hour, minute, dayPeriod = "" } = parts;
    return { clock: `${hour}:${minute} ${dayPeriod.toLowerCase()}`, weekday, date: `${day} ${month}` };
  } catch {
    return undefined;
  }
}
