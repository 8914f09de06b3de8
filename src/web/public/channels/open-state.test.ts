import { describe, expect, it } from "vitest";
import { inLanguage } from "#copy/current.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { languageCodes } from "#domain/languages.ts";
import type { Availability } from "#domain/time/hours.ts";
import { openingOf, weekOf } from "./open-state.ts";
import type { Now } from "./use-now.ts";

const at = (time: string) => Date.parse(`${time}Z`);
const kolkata = (isOpen: boolean, ...flips: string[]): Availability => ({
  timeZone: "Asia/Kolkata",
  isOpen,
  flips: flips.map((flip) => at(flip) / 1000),
});

// 09:00 and 21:00 in Kolkata are 03:30 and 15:30 UTC. 2026-11-21 is a Saturday.
const nine = (day: string) => `${day}T03:30`;
const evening = (day: string) => `${day}T15:30`;

describe("the state of a channel", () => {
  it.each<[what: string, availability: Availability, now: string, zone: string | undefined, words: string]>([
    ["seven whole days", kolkata(true), "2026-11-21T10:00", undefined, "Open now"],
    ["nothing opens", kolkata(false), "2026-11-21T10:00", undefined, "Closed"],
    ["all that was known is over", kolkata(true, evening("2026-11-20")), "2026-11-21T10:00", undefined, "Closed"],
    ["open", kolkata(true, evening("2026-11-21")), "2026-11-21T10:00", undefined, "Open now · until 9 pm"],
    ["opens today", kolkata(false, nine("2026-11-21")), "2026-11-21T03:29", undefined, "Closed · opens 9 am"],
    ["tomorrow", kolkata(false, nine("2026-11-22")), "2026-11-21T16:00", undefined, "Closed · opens tomorrow 9 am"],
    ["this week", kolkata(false, nine("2026-11-23")), "2026-11-21T10:00", undefined, "Closed · opens Monday 9 am"],
    ["later", kolkata(false, nine("2026-11-28")), "2026-11-21T10:00", undefined, "Closed · opens 28 November 9 am"],
    ["for days", kolkata(true, evening("2026-11-23")), "2026-11-21T10:00", undefined, "Open now · until Monday 9 pm"],
    ["half past", kolkata(true, "2026-11-21T14:00"), "2026-11-21T10:00", undefined, "Open now · until 7:30 pm"],
    ["midnight", kolkata(true, "2026-11-21T18:30"), "2026-11-21T10:00", undefined, "Open now · until tomorrow 12 am"],
    [
      "a visitor on the same clock",
      kolkata(true, evening("2026-11-21")),
      "2026-11-21T10:00",
      "Asia/Colombo",
      "Open now · until 9 pm",
    ],
    [
      "a visitor elsewhere",
      kolkata(true, evening("2026-11-21")),
      "2026-11-21T10:00",
      "Europe/London",
      "Open now · until 3:30 pm your time",
    ],
    [
      "another day at the visitor's",
      kolkata(false, nine("2026-11-23")),
      "2026-11-21T16:00",
      "America/New_York",
      "Closed · opens tomorrow 10:30 pm your time",
    ],
    [
      "an unknown zone of the visitor",
      kolkata(true, evening("2026-11-21")),
      "2026-11-21T10:00",
      "Mars/Olympus",
      "Open now · until 9 pm",
    ],
  ])("%s", (_what, availability, now, zone, words) => {
    expect(openingOf(availability, { time: at(now), zone }).words).toBe(words);
  });

  it("names no time on clocks that the engine does not know", () => {
    const mars = { ...kolkata(true, evening("2026-11-21")), timeZone: "Mars/Olympus" };
    const now = { time: at("2026-11-21T10:00"), zone: undefined };
    expect(openingOf(mars, now)).toEqual({ isOpen: true, words: "Open now" });
    expect(weekOf(mars, now)).toBeUndefined();
  });
});

/** Two weeks of hours from Saturday, 21 November on. */
function weeks(spansOf: (day: string, weekday: number) => Array<[from: string, to: string]>): string[] {
  return Array.from({ length: 15 }, (_, days) => new Date(at("2026-11-21T00:00") + days * 86_400_000))
    .flatMap((date) => spansOf(date.toISOString().slice(0, 10), date.getUTCDay()))
    .flat();
}

describe("the hours of the week", () => {
  const now: Now = { time: at("2026-11-21T04:00"), zone: undefined };
  const rows = (availability: Availability, when = now) =>
    weekOf(availability, when)?.map(
      ({ weekday, hours, isToday }) => `${weekday}: ${hours}${isToday ? " (today)" : ""}`,
    );

  const days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  const everyDay = (hours: string) => days.map((day) => `${day}: ${hours}${day === "Saturday" ? " (today)" : ""}`);

  it("are listed from Monday on, with the days on which nobody answers", () => {
    const flips = weeks((day, weekday) =>
      weekday === 0 ? [] : [[nine(day), weekday === 6 ? `${day}T08:30` : evening(day)]],
    );
    expect(rows(kolkata(true, ...flips.slice(1)))).toEqual([
      ...days.slice(0, 5).map((day) => `${day}: 9 am – 9 pm`),
      "Saturday: 9 am – 2 pm (today)",
      "Sunday: Closed",
    ]);
  });

  it("show two spans of a day, and one that ends after midnight on its first day", () => {
    const flips = weeks((day) => [
      [nine(day), `${day}T07:30`],
      [evening(day), `${day}T20:30`],
    ]);
    expect(rows(kolkata(true, ...flips.slice(1)))).toEqual(everyDay("9 am – 1 pm, 9 pm – 2 am"));
  });

  it("show days within a span of several", () => {
    const flips = [nine("2026-11-23"), evening("2026-11-25"), nine("2026-12-04"), evening("2026-12-04")];
    expect(rows(kolkata(false, ...flips))?.slice(0, 4)).toEqual([
      "Monday: 9 am – 9 pm",
      "Tuesday: all day",
      "Wednesday: all day",
      "Thursday: Closed",
    ]);
  });

  it("are not shown for a channel that never closes", () => {
    expect(rows(kolkata(true))).toBeUndefined();
  });

  it.each(languageCodes)("are in the language of the page, after pages in others: %s", (code) => {
    const flips = weeks((day) => [[nine(day), evening(day)]]);
    const [first, ...rest] = inLanguage(code, () => weekOf(kolkata(true, ...flips.slice(1)), now)) ?? [];
    expect(first?.weekday).toBe(dictionaries[code].channels.monday);
    expect(rest).toHaveLength(6);
  });

  it("are in the visitor's time zone", () => {
    const flips = weeks((day) => [[nine(day), evening(day)]]);
    expect(rows(kolkata(true, ...flips.slice(1)), { ...now, zone: "Asia/Dubai" })).toEqual(
      everyDay("7:30 am – 7:30 pm"),
    );
  });
});
