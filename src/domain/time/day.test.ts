import { describe, expect, it } from "vitest";
import { nextDay, startOfDay } from "./day.ts";

describe("a day starts", () => {
  it.each([
    ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21", "Asia/Kolkata", "2026-11-20T18:30:00.000Z"],
    ["2026-11-21", "America/New_York", "2026-11-21T05:00:00.000Z"],
    ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
    // The clocks change on these days, after midnight.
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z"],
    // Here midnight itself is skipped.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ])("%s in %s", (day, timeZone, instant) => {
    expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(instant);
  });

  it("when the previous day ends, also at the end of months and years", () => {
    expect(["2026-11-30", "2026-12-31", "2028-02-28"].map(nextDay)).toEqual(["2026-12-01", "2027-01-01", "2028-02-29"]);
  });
});
