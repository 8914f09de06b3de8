import * as fc from "fast-check";
import { expect, it } from "vitest";
import { zoneClock } from "./day.ts";
import { hour } from "./durations.ts";
import { quietUntil } from "./quiet-hours.ts";

const night = { from: "22:00", to: "08:00", timeZone: "Asia/Kolkata" };
const noon = { from: "12:30", to: "13:15", timeZone: "Asia/Kolkata" };

it.each([
  ["before the night", night, "2026-11-28T21:59:59+05:30", null],
  ["as it begins", night, "2026-11-28T22:00:00+05:30", "2026-11-29T08:00:00+05:30"],
  ["after midnight", night, "2026-11-29T00:10:00+05:30", "2026-11-29T08:00:00+05:30"],
  ["as it ends", night, "2026-11-29T08:00:00+05:30", null],
  ["on the last day of a year", night, "2026-12-31T23:00:00+05:30", "2027-01-01T08:00:00+05:30"],
  ["at noon", noon, "2026-11-28T12:45:00+05:30", "2026-11-28T13:15:00+05:30"],
  ["at noon elsewhere", { ...noon, timeZone: "Europe/London" }, "2026-11-28T12:45:00Z", "2026-11-28T13:15:00Z"],
  ["without any", null, "2026-11-28T23:00:00+05:30", null],
  // 02:30 does not exist on that night: it ends as the clock jumps.
  [
    "until a skipped time",
    { from: "22:00", to: "02:30", timeZone: "Europe/Berlin" },
    "2026-03-29T00:30:00+01:00",
    "2026-03-29T01:00:00Z",
  ],
])("%s", (_name, hours, now, until) => {
  expect(quietUntil(hours, Date.parse(now))).toBe(until === null ? null : Date.parse(until));
});

it("ends within a day, at the time that was set, in any zone and at any instant", () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hours, minutes]) => `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`);
  const timeZone = fc.constantFrom("Asia/Kolkata", "Asia/Kathmandu", "UTC", "Pacific/Kiritimati");
  fc.assert(
    fc.property(time, time, timeZone, fc.integer({ min: 0, max: 4e12 }), (from, to, zone, now) => {
      fc.pre(from !== to);
      const until = quietUntil({ from, to, timeZone: zone }, now);
      if (until === null) return;
      expect(until).toBeGreaterThan(now);
      expect(until - now).toBeLessThanOrEqual(24 * hour);
      expect(new Date(zoneClock(zone).wallAt(until)).toISOString().slice(11, 16)).toBe(to);
      expect(quietUntil({ from, to, timeZone: zone }, until)).toBeNull();
    }),
  );
});
