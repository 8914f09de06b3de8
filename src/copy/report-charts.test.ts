import { expect, it } from "vitest";
import { reportCharts } from "./report-charts.ts";

const daysOf = (received: readonly number[]) => ({
  days: received.map((count, at) => ({
    day: `2026-11-${String(at + 1).padStart(2, "0")}`,
    received: count,
    median: null,
    isEstimate: false,
  })),
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, received: 1 })),
});
const barsIn = (svg: string) => svg.match(/<rect /g)?.length;

it("begins at the first day with an inquiry, and shows a week at least", () => {
  const empty = (count: number): number[] => Array.from({ length: count }, () => 0);
  expect(barsIn(reportCharts.received(daysOf([...empty(10), 1, ...empty(19)])))).toBe(20);
  expect(barsIn(reportCharts.received(daysOf([...empty(29), 5])))).toBe(7);
  expect(barsIn(reportCharts.received(daysOf(empty(30))))).toBe(30);
});

it("names the hours from midnight on", () => {
  const svg = reportCharts.hours(daysOf([1]));
  const hours = [...svg.matchAll(/text-anchor="middle" y="182">(\d+)</g)].map(([, hour]) => Number(hour));
  expect(hours).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
});

it("writes above a bar how long an answer took, in one unit", () => {
  const { days, hours } = daysOf([1, 1, 1, 1, 1, 1, 1]);
  const medians = [26, 59.7, 114, 520, 720, 2000, 2300];
  const svg = reportCharts.answers({ days: days.map((day, at) => ({ ...day, median: medians[at] ?? null })), hours });
  const values = ["26 min", "1 h", "2 h", "9 h", "12 h", "33 h", "2 days"];
  for (const value of values) expect(svg).toContain(`>${value}</text>`);
});
