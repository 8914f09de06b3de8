import { expect, it } from "vitest";
import { type Figure, formatFigures, isMet, percentile } from "./figures.ts";

const speed: Figure = {
  name: "GET /",
  unit: "/s",
  runs: [90, 50, 80],
  peer: { name: "the floor", runs: [100, 100, 100] },
  aim: { bound: "≥", value: 0.8, times: true },
};

it("an aim in times is compared with the median of the ratios of the runs, not the ratio of the medians", () => {
  expect(isMet(speed)).toBe(true);
  expect(isMet({ ...speed, runs: [70, 7, 90], peer: { name: "the floor", runs: [100, 10, 30] } })).toBe(false);
});

it("any other aim is compared with the median, and is met at its bound", () => {
  const memory: Figure = { name: "memory", unit: "MB", runs: [110, 300, 1], aim: { bound: "≤", value: 110 } };
  expect(isMet(memory)).toBe(true);
  expect(isMet({ ...memory, runs: [110.1] })).toBe(false);
  expect(isMet({ ...memory, aim: { bound: "≥", value: 111 } })).toBe(false);
});

it("an aim in times is not met where the peer was not measured", () => {
  expect(isMet({ name: "GET /", unit: "/s", runs: [90], aim: { bound: "≥", value: 0.8, times: true } })).toBe(false);
});

it("the table says median, spread, ratio and whether the aim is met", () => {
  const [, line] = formatFigures([speed]).split("\n");
  expect(line?.split(/ {2,}/)).toEqual([
    "GET /",
    "80.0 /s",
    "50.0–90.0",
    "the floor",
    "100 /s",
    "0.80 ×",
    "≥ 0.8 ×",
    "met",
  ]);
});

it("a percentile is one of the samples", () => {
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
  expect(percentile([5, 1], 0.99)).toBe(5);
  expect(percentile([], 0.5)).toBeNaN();
});
