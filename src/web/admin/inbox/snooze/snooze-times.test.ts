import { expect, test } from "vitest";
import { snoozeTimes } from "./snooze-times.ts";

// 26 November 2026 is a Thursday; India is 5:30 ahead of UTC.
test.each([
  [
    "in the morning",
    "2026-11-26T04:30:00Z",
    [
      ["In 1 hour", "2026-11-26T05:30:00.000Z"],
      ["This evening", "2026-11-26T12:30:00.000Z"],
      ["Tomorrow morning", "2026-11-27T03:30:00.000Z"],
      ["Next week", "2026-11-30T03:30:00.000Z"],
    ],
  ],
  [
    "late on a Sunday, when it is still Saturday elsewhere",
    "2026-11-28T18:45:00Z",
    [
      ["In 1 hour", "2026-11-28T19:45:00.000Z"],
      ["This evening", "2026-11-29T12:30:00.000Z"],
      ["Tomorrow morning", "2026-11-30T03:30:00.000Z"],
    ],
  ],
  [
    "shortly before the evening",
    "2026-11-26T12:00:00Z",
    [
      ["In 1 hour", "2026-11-26T13:00:00.000Z"],
      ["Tomorrow morning", "2026-11-27T03:30:00.000Z"],
      ["Next week", "2026-11-30T03:30:00.000Z"],
    ],
  ],
])("%s", (_when, now, times) => {
  expect(snoozeTimes(Date.parse(now), "Asia/Kolkata").map(({ label, until }) => [label, until])).toEqual(times);
});
