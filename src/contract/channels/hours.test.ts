import { describe, expect, it } from "vitest";
import { inEnglish } from "#copy/server/render.ts";
import { hoursSchema } from "./hours.ts";

const hours = (from: string, to: string, more = {}) =>
  hoursSchema.safeParse({ timeZone: "Asia/Kolkata", weekly: [{ day: 1, from, to }], ...more });
const errors = (parsed: ReturnType<typeof hours>) => parsed.error?.issues.map(({ message }) => inEnglish(message));

describe("opening hours", () => {
  it.each([
    ["09:00", "18:00"],
    ["00:00", "24:00"],
    ["22:00", "02:00"],
  ])("may be from %s to %s", (from, to) => {
    expect(hours(from, to).success).toBe(true);
  });

  it.each([
    ["09:00", "09:00", "Hours must begin and end at different times; use 00:00 to 24:00 for a whole day."],
    ["24:00", "02:00", "From must be a time such as 09:00."],
    ["9:00", "18:00", "From must be a time such as 09:00."],
    ["09:00", "24:30", "To must be a time such as 09:00."],
  ])("may not be from %s to %s", (from, to, message) => {
    expect(errors(hours(from, to))).toEqual([message]);
  });

  it("need at least one span, and valid dates as holidays", () => {
    expect(errors(hours("09:00", "18:00", { weekly: [] }))).toEqual([
      "Hours must have at least one time at which someone answers; leave them out if someone always does.",
    ]);
    expect(errors(hours("09:00", "18:00", { holidays: [{ date: "2026-02-30" }] }))).toEqual([
      "Holiday must be a day such as 2026-12-25.",
    ]);
  });
});
