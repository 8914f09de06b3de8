import { describe, expect, it } from "vitest";
import { teamDictionaries } from "#copy/team/dictionaries.ts";
import { formatDuration, lateMedian, minutesIn, spanOf } from "./first-answer.ts";

describe("the time to the first answer", () => {
  it.each([
    ["5 minutes", 5],
    ["30 seconds", 0.5],
    ["about 2 hours", 120],
    ["1 day", 1440],
    ["within 15 min", 15],
    ["5–10 minutes", 10],
    ["1 hour 30 minutes", 90],
    ["1.5 hrs on weekdays", 90],
    ["5 मिनट", 5],
    ["५ मिनट में", 5],
    ["2 घंटे", 120],
    ["30 सेकंड", 0.5],
    ["1 दिन", 1440],
    ["৫ মিনিটের মধ্যে", 5],
    ["২ ঘণ্টা", 120],
    ["৩০ সেকেন্ড", 0.5],
    ["१५ मिनिटांत", 15],
    ["2 तासांत", 120],
    ["2 दिवस", 2880],
    ["5 నిమిషాల్లో", 5],
    ["2 గంటలు", 120],
    ["1 రోజు", 1440],
    ["5 நிமிடங்களில்", 5],
    ["2 மணி நேரம்", 120],
    ["30 வினாடிகள்", 0.5],
    ["1 நாள்", 1440],
    ["24/7", null],
    ["5 people answer", null],
    ["5 minutes, by 3 people", null],
    ["no time at all", null],
    ["", null],
  ])("%j says a duration of %j minutes", (text, minutes) => expect(minutesIn(text)).toBe(minutes));

  it.each([
    [null, "–"],
    [0.2, "1 min"],
    [59.4, "59 min"],
    [59.6, "1 h"],
    [83, "1 h 23 min"],
    [119.7, "2 h"],
    [599, "9 h 59 min"],
    [601, "10 h"],
    [2000, "33 h"],
    [4000, "3 days"],
  ])("%j minutes are %j", (minutes, words) =>
    expect(formatDuration(minutes, teamDictionaries.en.reports.durations)).toBe(words),
  );

  it.each([
    ["5 minutes", 5, 5.1, 5.1],
    ["5 minutes", 4, 5.1, null],
    ["5 minutes", 5, 5, null],
    ["5 minutes", 0, null, null],
    ["soon", 5, 5.1, null],
  ])("with %j promised, %j answers and a median of %j, is late by %j", (promised, answered, median, late) =>
    expect(lateMedian(promised, { answered, median })).toBe(late),
  );

  it("is of days in the site's time zone", () => {
    // Midnight has passed in India.
    const now = Date.parse("2026-11-20T19:00:00Z");
    expect(spanOf(7, now, "Asia/Kolkata")).toEqual({ from: "2026-11-15", to: "2026-11-21" });
  });
});
