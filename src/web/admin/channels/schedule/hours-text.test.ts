import { describe, expect, it } from "vitest";
import { inLanguage } from "#copy/current.ts";
import type { OpenSpan, Weekday } from "#domain/time/hours.ts";
import { crossesMidnight, hoursBrief, hoursText, timeText, weekdays } from "./hours-text.ts";

const days: Weekday[] = [1, 2, 3, 4, 5];
const usual: OpenSpan[] = days.map((day) => ({ day, from: "09:00", to: "18:30" }));

describe("hours in words", () => {
  it.each([
    ["00:00", "midnight"],
    ["24:00", "midnight"],
    ["00:30", "12:30 am"],
    ["09:05", "9:05 am"],
    ["12:00", "12:00 pm"],
    ["23:59", "11:59 pm"],
  ])("%s is %s", (time, words) => {
    expect(timeText(time)).toBe(words);
  });

  it("names the days that are alike together", () => {
    expect(hoursText(null)).toBe("Always available");
    expect(hoursText({ timeZone: "Asia/Kolkata", weekly: usual, holidays: [] })).toBe(
      "Mon to Fri 9:00 am to 6:30 pm (Asia/Kolkata)",
    );
    const weekly: OpenSpan[] = [
      ...usual.slice(0, 2),
      { day: 2, from: "20:00", to: "02:00" },
      { day: 6, from: "00:00", to: "24:00" },
    ];
    expect(hoursText({ timeZone: "UTC", weekly, holidays: [{ date: "2030-01-01", name: "" }] })).toBe(
      "Mon 9:00 am to 6:30 pm; Tue 9:00 am to 6:30 pm and 8:00 pm to 2:00 am; Sat all day (UTC), 1 holiday",
    );
  });

  it("are brief in a column", () => {
    const daily = weekdays.map((day): OpenSpan => ({ day, from: "09:00", to: "18:30" }));
    const weekly = [...usual, { day: 1, from: "20:00", to: "24:00" } as const];
    const brief = (spans: OpenSpan[]) => hoursBrief({ timeZone: "UTC", weekly: spans, holidays: [] });
    expect([hoursBrief(null), brief(daily), brief(weekly)]).toEqual([
      "Always",
      "Every day 9 am–6:30 pm",
      "Mon 9 am–6:30 pm, 8 pm–midnight; Tue–Fri 9 am–6:30 pm",
    ]);
  });

  it("are told in Hindi with the part of the day", () => {
    const hours = { timeZone: "Asia/Kolkata", weekly: usual, holidays: [{ date: "2030-01-01", name: "" }] };
    inLanguage("hi", () => {
      expect(hoursText(hours)).toBe("सोम से शुक्र सुबह 9 बजे से शाम 6:30 बजे तक (Asia/Kolkata), 1 छुट्टी");
      expect(hoursBrief(hours)).toBe("सोम–शुक्र सुबह 9–शाम 6:30");
    });
  });

  it("knows what goes on past midnight", () => {
    expect(crossesMidnight({ from: "18:00", to: "02:00" })).toBe(true);
    expect(crossesMidnight({ from: "18:00", to: "00:00" })).toBe(false);
    expect(crossesMidnight({ from: "09:00", to: "18:00" })).toBe(false);
  });
});
