import { describe, expect, it } from "vitest";
import type { Availability } from "#domain/time/hours.ts";
import { openingWords } from "./opening.ts";

const at = (time: string) => Date.parse(`${time}Z`);
const kolkata = (isOpen: boolean, ...flips: string[]): Availability => ({
  timeZone: "Asia/Kolkata",
  isOpen,
  flips: flips.map((flip) => at(flip) / 1000),
});

// 09:00 and 21:00 in Kolkata are 03:30 and 15:30 UTC. 2026-11-21 is a Saturday.
const nine = (day: string) => `${day}T03:30`;
const evening = (day: string) => `${day}T15:30`;

describe("the words for when a channel is open", () => {
  it.each<[what: string, Availability | null, now: string, zone: string | undefined, words: string | undefined]>([
    ["no hours", null, "2026-11-21T10:00", "Asia/Kolkata", undefined],
    ["seven whole days", kolkata(true), "2026-11-21T10:00", undefined, undefined],
    ["nothing opens", kolkata(false), "2026-11-21T10:00", undefined, "Closed at present"],
    [
      "all that was known is over",
      kolkata(true, evening("2026-11-20")),
      "2026-11-21T10:00",
      undefined,
      "Closed at present",
    ],
    ["open", kolkata(true, evening("2026-11-21")), "2026-11-21T10:00", undefined, "Open until 9:00 pm"],
    ["a minute before", kolkata(false, nine("2026-11-21")), "2026-11-21T03:29", undefined, "Back at 9:00 am"],
    ["a day before", kolkata(false, nine("2026-11-22")), "2026-11-21T03:31", undefined, "Back at 9:00 am"],
    ["24 hours before", kolkata(false, nine("2026-11-22")), "2026-11-21T03:30", undefined, "Back on Sunday at 9:00 am"],
    ["two days before", kolkata(false, nine("2026-11-23")), "2026-11-21T10:00", undefined, "Back on Monday at 9:00 am"],
    ["6 days before", kolkata(false, nine("2026-11-27")), "2026-11-21T03:30", undefined, "Back on Friday at 9:00 am"],
    [
      "more",
      kolkata(false, nine("2026-11-28")),
      "2026-11-21T10:00",
      undefined,
      "Back on Saturday, 28 November at 9:00 am",
    ],
    [
      "open for days",
      kolkata(true, evening("2026-11-23")),
      "2026-11-21T10:00",
      undefined,
      "Open until Monday at 9:00 pm",
    ],
    ["midnight", kolkata(true, "2026-11-21T18:30"), "2026-11-21T10:00", undefined, "Open until 12:00 am"],
    ["noon", kolkata(false, "2026-11-21T06:30"), "2026-11-21T04:00", undefined, "Back at 12:00 pm"],
    // The visitor's local time
    ["the same", kolkata(false, nine("2026-11-21")), "2026-11-21T01:00", "Asia/Kolkata", "Back at 9:00 am"],
    [
      "the same by another name",
      kolkata(false, nine("2026-11-21")),
      "2026-11-21T01:00",
      "Asia/Colombo",
      "Back at 9:00 am",
    ],
    [
      "earlier",
      kolkata(false, nine("2026-11-21")),
      "2026-11-21T01:00",
      "Asia/Dubai",
      "Back at 9:00 am (7:30 am your time)",
    ],
    [
      "open",
      kolkata(true, evening("2026-11-21")),
      "2026-11-21T10:00",
      "Europe/London",
      "Open until 9:00 pm (3:30 pm your time)",
    ],
    [
      "on the day before",
      kolkata(false, nine("2026-11-23")),
      "2026-11-21T01:00",
      "America/New_York",
      "Back on Monday at 9:00 am (Sunday 10:30 pm your time)",
    ],
    [
      "on the day before, where the day is not named",
      kolkata(false, nine("2026-11-21")),
      "2026-11-21T01:00",
      "America/New_York",
      "Back at 9:00 am (10:30 pm your time)",
    ],
    [
      "a zone that this engine does not know",
      kolkata(false, nine("2026-11-21")),
      "2026-11-21T01:00",
      "Mars/Olympus",
      "Back at 9:00 am",
    ],
  ])("%s", (_what, availability, now, zone, words) => {
    expect(openingWords(availability, at(now), zone)).toBe(words);
  });

  it("say no time on clocks that the engine does not know", () => {
    const mars = { ...kolkata(false, nine("2026-11-21")), timeZone: "Mars/Olympus" };
    expect(openingWords(mars, at("2026-11-21T01:00"), "Asia/Kolkata")).toBe("Closed at present");
    expect(openingWords({ ...mars, isOpen: true }, at("2026-11-21T01:00"), "Asia/Kolkata")).toBeUndefined();
  });
});
