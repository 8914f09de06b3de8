import { expect, it } from "vitest";
import { isQuiet, timeOfDay } from "./alert-settings.ts";

it.each([
  ["within a day", { from: "12:30", to: "14:00" }, ["12:30", "13:59"], ["12:29", "14:00", "00:00"]],
  ["past midnight", { from: "22:00", to: "07:00" }, ["22:00", "23:59", "00:00", "06:59"], ["07:00", "21:59"]],
  ["of no length", { from: "22:00", to: "22:00" }, [], ["22:00", "21:59", "00:00"]],
  ["not set", null, [], ["00:00", "12:00"]],
])("quiet hours %s", (_what, quiet, inside, outside) => {
  expect(inside.filter((time) => !isQuiet(quiet, time))).toEqual([]);
  expect(outside.filter((time) => isQuiet(quiet, time))).toEqual([]);
});

it("a time of day sorts as text", () => {
  expect(timeOfDay(new Date(2026, 10, 21, 9, 5))).toBe("09:05");
});
