import { expect, test } from "vitest";
import { waitingGroups } from "./waiting-groups.ts";

const now = Date.parse("2026-11-28T12:00:00.000Z");
/** Rows that have waited for so many minutes; a negative number is one whose reply was not delivered. */
const rowsOf = (minutes: readonly number[]) =>
  minutes.map((each) => ({
    id: String(each),
    undelivered: each < 0,
    waitingSince: new Date(now - Math.abs(each) * 60_000).toISOString(),
  }));

test.each([
  ["5 minutes", [90, 20, 7, 1], { 90: "Over an hour 1", 20: "Over 15 min 1", 7: "Over 5 min 1", 1: "On time 1" }],
  ["15 minutes", [48, 22, 14, 3], { 48: "Over 15 min 2", 14: "On time 2" }],
  ["2 hours", [125, 90, 20], { 125: "Over 2 hours 1", 90: "On time 2" }],
  ["within 1 day", [2000, 1400], { 2000: "Over a day 1", 1400: "On time 1" }],
  // A text without a time has the usual limits.
  ["आज ही", [61, 16, 15], { 61: "Over an hour 1", 16: "Over 15 min 1", 15: "On time 1" }],
  ["30 seconds", [61, 2], { 61: "Over an hour 1", 2: "On time 1" }],
  ["5 minutes", [-1, -200, 90, -80], { "-1": "Not delivered 2", 90: "Over an hour 2" }],
  ["5 minutes", [], {}],
] as const)("with the promise of %s, %o are %o", (promised, minutes, expected) => {
  const groups = waitingGroups(rowsOf(minutes), { now, promised, hasMore: false });
  const texts = [...groups].map(([id, { text, count }]) => [id, `${text} ${count}`]);
  expect(Object.fromEntries(texts)).toEqual(expected);
});

test("counts no group of which more may follow", () => {
  const groups = waitingGroups(rowsOf([90, 20]), { now, promised: "5 minutes", hasMore: true });
  expect([...groups.values()]).toEqual([
    { text: "Over an hour", isLate: true, count: 1 },
    { text: "Over 15 min", isLate: true, count: undefined },
  ]);
});
