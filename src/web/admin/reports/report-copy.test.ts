import { describe, expect, it } from "vitest";
import { durationWords, minutesIn, spanOf } from "./report-copy.ts";

describe("the words of reports", () => {
  it.each([
    ["5 minutes", 5],
    ["30 seconds", 0.5],
    ["about 2 hours", 120],
    ["1 day", 1440],
    ["no time at all", null],
    ["", null],
  ])("%j says a duration of %j minutes", (text, minutes) => expect(minutesIn(text)).toBe(minutes));

  it.each([
    [null, "–"],
    [0.2, "1 min"],
    [89, "89 min"],
    [90, "2 h"],
    [4000, "3 days"],
  ])("%j minutes are %j", (minutes, words) => expect(durationWords(minutes)).toBe(words));

  it("span the days of the site's time zone", () => {
    // Midnight has passed in India.
    const now = Date.parse("2026-11-20T19:00:00Z");
    expect(spanOf(7, now, "Asia/Kolkata")).toEqual({ from: "2026-11-15", to: "2026-11-21" });
  });
});
