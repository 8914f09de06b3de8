import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { availabilityOf } from "./availability.ts";
import { type Hours, nextFlip, openAt, type OpenSpan, type Weekday } from "./hours.ts";

const weekdays: Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** Returns the same spans for every day, each written as `09:00-17:00`. */
const daily = (...spans: string[]): OpenSpan[] => weekdays.flatMap((day) => spans.map((span) => spanOn(day, span)));

function spanOn(day: Weekday, span: string): OpenSpan {
  const [from = "", to = ""] = span.split("-");
  return { day, from, to };
}

/** A test case; `open` is the state at `now`, `flips` the next changes, in UTC without seconds. */
interface Line {
  name: string;
  zone: string;
  weekly: OpenSpan[];
  holidays?: string[];
  now: string;
  open: boolean;
  flips: string[];
}

const nightShift = [spanOn(5, "22:00-02:00")];

const table: Line[] = [
  // Within a day
  {
    name: "before it opens",
    zone: "Asia/Kolkata",
    weekly: daily("09:00-21:00"),
    now: "2026-11-21T03:00",
    open: false,
    flips: ["2026-11-21T03:30", "2026-11-21T15:30", "2026-11-22T03:30"],
  },
  {
    name: "at the minute it opens",
    zone: "Asia/Kolkata",
    weekly: daily("09:00-21:00"),
    now: "2026-11-21T03:30",
    open: true,
    flips: ["2026-11-21T15:30", "2026-11-22T03:30"],
  },
  {
    name: "at the minute it closes",
    zone: "Asia/Kolkata",
    weekly: daily("09:00-21:00"),
    now: "2026-11-21T15:30",
    open: false,
    flips: ["2026-11-22T03:30"],
  },
  {
    name: "in a break",
    zone: "Asia/Kathmandu",
    weekly: daily("08:00-12:00", "13:00-18:00"),
    now: "2026-11-21T06:30", // 12:15 there
    open: false,
    flips: ["2026-11-21T07:15", "2026-11-21T12:15", "2026-11-22T02:15"],
  },
  {
    name: "on a day without hours",
    zone: "Asia/Kathmandu",
    weekly: [spanOn(1, "10:00-18:00")],
    now: "2026-11-21T06:00", // a Saturday
    open: false,
    flips: ["2026-11-23T04:15", "2026-11-23T12:15", "2026-11-30T04:15"],
  },
  // Over midnight
  {
    name: "before midnight",
    zone: "Asia/Kolkata",
    weekly: nightShift,
    now: "2026-11-20T18:00", // Friday 23:30
    open: true,
    flips: ["2026-11-20T20:30", "2026-11-27T16:30"],
  },
  {
    name: "after midnight, on the day after",
    zone: "Asia/Kolkata",
    weekly: nightShift,
    now: "2026-11-20T20:00", // Saturday 01:30
    open: true,
    flips: ["2026-11-20T20:30", "2026-11-27T16:30"],
  },
  {
    name: "after the night",
    zone: "Asia/Kolkata",
    weekly: nightShift,
    now: "2026-11-20T20:30",
    open: false,
    flips: ["2026-11-27T16:30", "2026-11-27T20:30"],
  },
  {
    name: "from Sunday to Monday",
    zone: "Asia/Kolkata",
    weekly: [spanOn(7, "20:00-04:00")],
    now: "2026-11-22T20:00", // Monday 01:30
    open: true,
    flips: ["2026-11-22T22:30", "2026-11-29T14:30"],
  },
  {
    name: "until midnight, written as 24:00",
    zone: "Asia/Kolkata",
    weekly: [spanOn(6, "18:00-24:00")],
    now: "2026-11-21T18:00", // 23:30
    open: true,
    flips: ["2026-11-21T18:30", "2026-11-28T12:30"],
  },
  {
    name: "until midnight, written as 00:00",
    zone: "Asia/Kolkata",
    weekly: [spanOn(6, "18:00-00:00")],
    now: "2026-11-21T18:00",
    open: true,
    flips: ["2026-11-21T18:30", "2026-11-28T12:30"],
  },
  // Spans that touch or overlap are one
  {
    name: "always, as seven whole days",
    zone: "America/New_York",
    weekly: daily("00:00-24:00"),
    now: "2026-10-30T12:00",
    open: true,
    flips: [],
  },
  {
    name: "two that meet at midnight",
    zone: "Asia/Kolkata",
    weekly: [spanOn(6, "20:00-24:00"), spanOn(7, "00:00-03:00")],
    now: "2026-11-21T15:00",
    open: true,
    flips: ["2026-11-21T21:30", "2026-11-28T14:30"],
  },
  {
    name: "two that overlap, and one within another",
    zone: "Asia/Kolkata",
    weekly: [spanOn(6, "12:00-16:00"), spanOn(6, "09:00-13:00"), spanOn(6, "10:00-11:00")],
    now: "2026-11-21T03:00",
    open: false,
    flips: ["2026-11-21T03:30", "2026-11-21T10:30", "2026-11-28T03:30"],
  },
  // Holidays
  {
    name: "on a holiday",
    zone: "Asia/Kolkata",
    weekly: daily("09:00-21:00"),
    holidays: ["2026-11-21"],
    now: "2026-11-21T06:00",
    open: false,
    flips: ["2026-11-22T03:30", "2026-11-22T15:30"],
  },
  {
    name: "the evening before a holiday runs on past midnight, the holiday's own does not begin",
    zone: "Asia/Kolkata",
    weekly: daily("20:00-02:00"),
    holidays: ["2026-11-21"],
    now: "2026-11-20T19:00", // the holiday, 00:30
    open: true,
    flips: ["2026-11-20T20:30", "2026-11-22T14:30"],
  },
  {
    name: "a holiday between whole days",
    zone: "Asia/Kolkata",
    weekly: daily("00:00-24:00"),
    holidays: ["2026-11-22"],
    now: "2026-11-21T06:00",
    open: true,
    flips: ["2026-11-21T18:30", "2026-11-22T18:30"],
  },
  {
    name: "nothing but holidays",
    zone: "Asia/Kolkata",
    weekly: [spanOn(6, "09:00-21:00")],
    holidays: ["2026-11-21", "2026-11-28", "2026-12-05"],
    now: "2026-11-21T06:00",
    open: false,
    flips: [],
  },
  // New York: 02:00 becomes 03:00 on 2026-03-08, and 01:00 again on 2026-11-01
  {
    name: "the day before the clocks go forward",
    zone: "America/New_York",
    weekly: daily("09:00-17:00"),
    now: "2026-03-07T20:00",
    open: true,
    flips: ["2026-03-07T22:00", "2026-03-08T13:00", "2026-03-08T21:00"],
  },
  {
    name: "open while the clocks go forward: an hour less",
    zone: "America/New_York",
    weekly: [spanOn(6, "22:00-06:00")],
    now: "2026-03-08T03:00",
    open: true,
    flips: ["2026-03-08T10:00", "2026-03-15T02:00"],
  },
  {
    name: "opens at a time that is skipped: at the change",
    zone: "America/New_York",
    weekly: [spanOn(7, "02:30-05:00")],
    now: "2026-03-08T06:00",
    open: false,
    flips: ["2026-03-08T07:00", "2026-03-08T09:00"],
  },
  {
    name: "closes at a time that is skipped: at the change",
    zone: "America/New_York",
    weekly: [spanOn(7, "01:00-02:30")],
    now: "2026-03-08T06:00",
    open: true,
    flips: ["2026-03-08T07:00", "2026-03-15T05:00"],
  },
  {
    name: "wholly in the skipped hour: not at all",
    zone: "America/New_York",
    weekly: [spanOn(7, "02:10-02:50")],
    now: "2026-03-08T06:00",
    open: false,
    flips: ["2026-03-15T06:10", "2026-03-15T06:50"],
  },
  {
    name: "opens at a time that comes twice: the first",
    zone: "America/New_York",
    weekly: [spanOn(7, "01:30-05:00")],
    now: "2026-11-01T05:00",
    open: false,
    flips: ["2026-11-01T05:30", "2026-11-01T10:00"],
  },
  {
    name: "closes at a time that comes twice: the first",
    zone: "America/New_York",
    weekly: [spanOn(6, "22:00-01:30")],
    now: "2026-11-01T05:00",
    open: true,
    flips: ["2026-11-01T05:30", "2026-11-08T03:00"],
  },
  {
    name: "the day after the clocks went back",
    zone: "America/New_York",
    weekly: daily("09:00-17:00"),
    now: "2026-10-31T20:00",
    open: true,
    flips: ["2026-10-31T21:00", "2026-11-01T14:00", "2026-11-01T22:00"],
  },
  // London: 01:00 becomes 02:00 on 2026-03-29, and 02:00 becomes 01:00 again on 2026-10-25
  {
    name: "opens at a time that is skipped: at the change",
    zone: "Europe/London",
    weekly: [spanOn(7, "01:15-04:00")],
    now: "2026-03-29T00:30",
    open: false,
    flips: ["2026-03-29T01:00", "2026-03-29T03:00"],
  },
  {
    name: "opens at a time that comes twice: the first",
    zone: "Europe/London",
    weekly: [spanOn(7, "01:30-04:00")],
    now: "2026-10-25T00:00",
    open: false,
    flips: ["2026-10-25T00:30", "2026-10-25T04:00"],
  },
  {
    name: "all night while the clocks go back: an hour more",
    zone: "Europe/London",
    weekly: [spanOn(6, "23:00-03:00")],
    now: "2026-10-24T22:30",
    open: true,
    flips: ["2026-10-25T03:00", "2026-10-31T23:00"],
  },
  // Lord Howe: half an hour, 02:00 becomes 02:30 on 2026-10-04, and 01:30 again on 2026-04-05
  {
    name: "opens at a time that is skipped: at the change",
    zone: "Australia/Lord_Howe",
    weekly: [spanOn(7, "02:15-06:00")],
    now: "2026-10-03T15:00",
    open: false,
    flips: ["2026-10-03T15:30", "2026-10-03T19:00"],
  },
  {
    name: "closes at a time that comes twice: the first",
    zone: "Australia/Lord_Howe",
    weekly: [spanOn(7, "00:00-01:45")],
    now: "2026-04-04T14:00",
    open: true,
    flips: ["2026-04-04T14:45", "2026-04-11T13:30"],
  },
  // Santiago: midnight itself becomes 01:00 on 2026-09-06
  {
    name: "opens at a midnight that there is none of",
    zone: "America/Santiago",
    weekly: [spanOn(7, "00:00-08:00")],
    now: "2026-09-06T03:00",
    open: false,
    flips: ["2026-09-06T04:00", "2026-09-06T11:00"],
  },
];

const utc = (time: string) => Date.parse(`${time}Z`);

describe("hours", () => {
  it.each(table)("$zone, $name ($now)", ({ zone, weekly, holidays = [], now, open, flips }) => {
    const hours: Hours = { timeZone: zone, weekly, holidays: holidays.map((date) => ({ date, name: "" })) };
    const availability = availabilityOf(hours, utc(now));
    expect(availability).toMatchObject({ timeZone: zone, isOpen: open });
    const shown = availability?.flips.map((flip) => new Date(flip * 1000).toISOString().slice(0, 16));
    expect(shown?.slice(0, flips.length)).toEqual(flips);
    if (flips.length === 0) expect(shown).toEqual([]);
  });

  it("that are not set mean always open", () => {
    expect(availabilityOf(null, 0)).toBeNull();
    expect(openAt(null, 0)).toBe(true);
    expect(nextFlip(null, 0)).toBeUndefined();
  });

  it("cover the requested number of days", () => {
    const hours: Hours = { timeZone: "UTC", weekly: daily("09:00-17:00"), holidays: [] };
    const last = availabilityOf(hours, utc("2026-11-21T12:00"), 3)?.flips.at(-1);
    expect(last).toBe(utc("2026-11-24T17:00") / 1000);
  });

  it("change at each of their times and not between", () => {
    const availability = { timeZone: "UTC", isOpen: true, flips: [100, 200] };
    expect([0, 99_999, 100_000, 199_999, 200_000, 1e9].map((now) => openAt(availability, now))).toEqual([
      ...[true, true, false, false, true, true],
    ]);
    expect([0, 99_999, 100_000, 200_000].map((now) => nextFlip(availability, now))).toEqual([
      ...[100_000, 100_000, 200_000, undefined],
    ]);
  });
});

describe("hours agree with a minute-by-minute simulation", () => {
  const MINUTE = 60_000;

  /** Whether the channel is open at each minute from `from`: reads the clock, from two days before on. */
  function readMinutes({ timeZone, weekly, holidays }: Hours, from: number, count: number): boolean[] {
    const lead = 2 * 1440;
    const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
    const shown = Array.from({ length: lead + count }, (_, index) => clock.format(from + (index - lead) * MINUTE));
    const open = shown.map(() => false);
    for (const date of new Set(shown.map((text) => text.slice(0, 10)))) {
      if (holidays.some((holiday) => holiday.date === date)) continue;
      const noon = new Date(`${date}T12:00:00Z`);
      const dayAfter = new Date(noon.getTime() + 1440 * MINUTE).toISOString().slice(0, 10);
      const weekday = noon.toLocaleDateString("en-US", { weekday: "short", timeZone: "UTC" });
      for (const { day, from: start, to } of weekly) {
        if (["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day - 1] !== weekday) continue;
        const end = to === "24:00" ? `${dayAfter} 00:00` : to <= start ? `${dayAfter} ${to}` : `${date} ${to}`;
        const first = shown.findIndex((text) => text >= `${date} ${start}`);
        const last = shown.findIndex((text) => text >= end);
        if (first !== -1) open.fill(true, first, last === -1 ? undefined : last);
      }
    }
    return open.slice(lead);
  }

  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45)).map(([hour, minute]) => {
    const two = (number: number) => String(number).padStart(2, "0");
    return `${two(hour)}:${two(minute)}`;
  });
  const span = fc
    .record({ day: fc.constantFrom(...weekdays), from: time, to: fc.oneof(time, fc.constant("24:00")) })
    .filter(({ from, to }) => from !== to);
  // Days at and around clock changes, and one without.
  const place = fc.constantFrom(
    ...[
      ["America/New_York", "2026-03-07"],
      ["America/New_York", "2026-10-31"],
      ["Europe/London", "2026-03-28"],
      ["Europe/London", "2026-10-24"],
      ["Australia/Lord_Howe", "2026-04-04"],
      ["Australia/Lord_Howe", "2026-10-03"],
      ["America/Santiago", "2026-04-04"],
      ["America/Santiago", "2026-09-05"],
      ["Asia/Kathmandu", "2026-06-01"],
      ["Pacific/Kiritimati", "2026-12-31"],
    ].map(([timeZone = "", day = ""]) => ({ timeZone, start: utc(`${day}T00:00`), day })),
  );

  it("for all hours", { timeout: 180_000 }, () => {
    fc.assert(
      fc.property(
        place,
        fc.array(span, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 1440 }),
        fc.boolean(),
        ({ timeZone, start, day }, weekly, offset, isHoliday) => {
          const now = start + offset * MINUTE;
          const hours: Hours = { timeZone, weekly, holidays: isHoliday ? [{ date: day, name: "" }] : [] };
          const minutes = readMinutes(hours, now, 2 * 1440);
          const availability = availabilityOf(hours, now, 3);
          const wrong = minutes.findIndex((open, index) => open !== openAt(availability, now + index * MINUTE));
          expect(wrong).toBe(-1);
          const { flips } = availability ?? { flips: [] };
          expect(flips.every((flip, index) => flip * 1000 > now && flip > (flips[index - 1] ?? 0))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
