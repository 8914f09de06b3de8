import { expect, it } from "vitest";
import { bounds, createHistograms, createHistogram } from "./exposition.ts";

it("counts each duration once, below the first bound that it does not pass", () => {
  const histogram = createHistogram();
  for (const seconds of [0, 0.0005, 0.00051, 10, 11, 1e6]) histogram.record(seconds);
  const { counts, sum } = histogram.read();
  expect(counts).toHaveLength(bounds.length + 1);
  expect([counts[0], counts[1], counts.at(-2), counts.at(-1)]).toEqual([2, 1, 1, 2]);
  expect(counts.reduce((all, more) => all + more)).toBe(6);
  expect(sum).toBeCloseTo(1_000_021.00101, 5);
});

it("counts each set of labels separately, however they are joined", () => {
  const histograms = createHistograms<"a" | "b">();
  histograms.of({ a: "x,", b: "y" }).record(1);
  histograms.of({ a: "x", b: ",y" }).record(1);
  histograms.of({ a: "x", b: ",y" }).record(1);
  expect(histograms.all().map(({ histogram }) => histogram.read().sum)).toEqual([1, 2]);
});
