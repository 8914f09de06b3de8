import { copy } from "#copy/current.ts";
import { locale } from "#copy/locale/language.ts";
import { type Availability, nextFlip, openAt } from "#domain/time/hours.ts";
import type { Now } from "./use-now.ts";

const DAY = 86_400_000;

/** Whether a channel is open, and the same in words. */
interface Opening {
  isOpen: boolean;
  words: string;
}

/**
 * The state of a channel with opening hours, such as `Open now · until 9 pm` or `Closed · opens tomorrow 10 am`. Times
 * are in the visitor's time zone once that is known, before in the channel's. `open` are the words while it is open.
 */
export function openingOf(availability: Availability, now: Now, open = copy.channels.openNow): Opening {
  const isOpen = openAt(availability, now.time);
  const flip = nextFlip(availability, now.time);
  const when = flip === undefined ? undefined : whenText(flip, now, availability.timeZone);
  if (isOpen) return { isOpen, words: when === undefined ? open : copy.channels.until(open, when) };
  return { isOpen, words: when === undefined ? copy.channels.closed : copy.channels.opens(when) };
}

/** The hours of one weekday. */
interface DayHours {
  weekday: string;
  hours: string;
  isToday: boolean;
}

/**
 * The hours of the seven days from tomorrow on, Monday first; undefined if they never change or the engine lacks the
 * time zone.
 */
export function weekOf(availability: Availability, now: Now): DayHours[] | undefined {
  const read = readerFor(availability.timeZone, now.zone);
  if (read === undefined || nextFlip(availability, now.time) === undefined) return undefined;
  const flips = availability.flips.map((flip) => flip * 1000).filter((flip) => flip > now.time);
  // An open channel's first span has begun already.
  const edges = openAt(availability, now.time) ? [now.time, ...flips] : flips;
  const week: DayHours[] = [];
  for (let days = 1; days <= 7; days++) {
    const time = now.time + days * DAY;
    const { date, weekday } = read(time);
    const spans = edges.flatMap((from, at) => {
      const end = edges[at + 1];
      if (at % 2 === 1 || end === undefined) return [];
      if (read(from).date === date) return `${read(from).clock} – ${read(end).clock}`;
      return end - from > DAY && from < time && time < end ? copy.channels.allDay : [];
    });
    week.push({ weekday, hours: spans.join(", ") || copy.channels.closed, isToday: days === 7 });
  }
  const monday = week.findIndex(({ weekday }) => weekday === copy.channels.monday);
  return [...week.slice(monday), ...week.slice(0, monday)];
}

/** A time such as `9 pm`, with its day unless that is today; undefined if the engine does not know the time zone. */
function whenText(time: number, now: Now, timeZone: string): string | undefined {
  const read = readerFor(timeZone, now.zone);
  if (read === undefined) return undefined;
  const then = read(time);
  const there = readerOf(timeZone)?.(time) ?? then;
  const isOther = there.clock !== then.clock || there.date !== then.date;
  const isToday = then.date === read(now.time).date;
  const isTomorrow = then.date === read(now.time + DAY).date;
  const isThisWeek = time - now.time < 6 * DAY;
  const { clock, weekday, date } = then;
  const when = isToday
    ? clock
    : isTomorrow
      ? copy.channels.tomorrow(clock)
      : copy.channels.onDay(isThisWeek ? weekday : date, clock);
  return isOther ? copy.channels.yourTime(when) : when;
}

interface Reading {
  clock: string;
  weekday: string;
  date: string;
}

/** Reads times in the visitor's time zone, or in the channel's if that one is not known. */
function readerFor(timeZone: string, visitors: string | undefined) {
  return (visitors === undefined ? undefined : readerOf(visitors)) ?? readerOf(timeZone);
}

/** Readers by language and time zone: the server renders all languages. */
const readers = new Map<string, ((time: number) => Reading) | undefined>();

/**
 * Returns the reader of a time zone; undefined if the engine does not know the zone. Creating a formatter takes a phone
 * about 100 ms.
 */
function readerOf(timeZone: string): ((time: number) => Reading) | undefined {
  const key = `${locale()} ${timeZone}`;
  if (!readers.has(key)) readers.set(key, createReader(timeZone));
  return readers.get(key);
}

/** Built from parts, since separators differ by engine. */
function createReader(timeZone: string): ((time: number) => Reading) | undefined {
  try {
    const format = new Intl.DateTimeFormat(locale(), {
      timeZone,
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
      hourCycle: "h23",
    });
    return (time) => {
      const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
      const { weekday = "", day, month, hour, minute = "" } = parts;
      return { clock: copy.channels.clock(Number(hour), minute), weekday, date: `${day} ${month}` };
    };
  } catch {
    return undefined;
  }
}
