import { expect, it } from "vitest";
import { barChart, chartSizes } from "./bar-chart.ts";

/** The values above the bars, with the middle of each and how far it reaches at 12 pixels. */
function valuesIn(svg: string) {
  return [...svg.matchAll(/class="value[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</g)].map(
    ([, x, y, short = ""]) => ({
      x: Number(x),
      y: Number(y),
      short,
      reach: (short.length * 12 * 0.6) / 2,
    }),
  );
}

it.each([
  ["a week", [1, 20, 3, 4, 5, 6, 7]],
  ["a month with a peak", Array.from({ length: 30 }, (_, at) => (at === 12 ? 1234 : at * 3))],
  ["equal days", Array.from({ length: 90 }, () => 1000)],
  ["a year", Array.from({ length: 366 }, (_, at) => (at * 7919) % 500)],
])("writes values on no other value and on no bar: %s", (_name, counts) => {
  const svg = barChart(
    "Title",
    counts.map((value, at) => ({ label: `${at}`, value, text: "", short: `${value}` })),
  );
  const values = valuesIn(svg);
  expect(values.map(({ short }) => Number(short))).toContain(Math.max(...counts));
  const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g)].map((found) => found.map(Number));
  for (const { x, y, reach, short } of values) {
    const others = values.filter((other) => other.x !== x);
    for (const other of others) expect(Math.abs(other.x - x), short).toBeGreaterThanOrEqual(reach + other.reach);
    for (const [, left = 0, top = 0, width = 0] of bars) {
      if (left < x + reach && left + width > x - reach) expect(top, short).toBeGreaterThan(y);
    }
  }
});

it.each(["wide", "narrow"] as const)("writes no label of an axis beyond the picture or on another: %s", (size) => {
  for (const [count, unit] of [
    [7, "h"],
    [30, "घंटे"],
    [366, "min"],
  ] as const) {
    const bars = Array.from({ length: count }, (_, at) => ({ label: `${at} अक्टू॰`, value: at, text: "", short: "" }));
    const svg = barChart("Title", bars, { unit: 1, tick: (units) => `${units} ${unit}` }, size);
    const letter = Number(/font:([\d.]+)px/.exec(svg)?.[1]);
    const { width, height } = chartSizes[size];
    const spans = [...svg.matchAll(/<text x="([\d.]+)"(?: y="([\d.]+)")?(?: text-anchor="(\w+)")?[^>]*>([^<]+)</g)]
      .map(([found, x, , , text = ""]) => {
        const long = text.replaceAll(/\p{M}/gu, "").length * letter * 0.6;
        const start = Number(x) - (found.includes('"end"') ? long : long / 2);
        return { start, end: start + long, isBelow: found.includes(`y="${height - 8}"`) };
      })
      .toSorted((a, b) => a.start - b.start);
    expect(Math.min(...spans.map(({ start }) => start)), unit).toBeGreaterThanOrEqual(0);
    expect(Math.max(...spans.map(({ end }) => end)), unit).toBeLessThanOrEqual(width);
    const below = spans.filter(({ isBelow }) => isBelow);
    for (const [at, { start }] of below.entries())
      expect(start, `${count}`).toBeGreaterThan(at === 0 ? 0 : (below[at - 1]?.end ?? 0));
  }
});

it("writes every value where there is room", () => {
  const svg = barChart(
    "Title",
    [3, 1, 2].map((value) => ({ label: "day", value, text: "", short: `${value}` })),
  );
  expect(valuesIn(svg).map(({ short }) => short)).toEqual(["3", "1", "2"]);
});

it.each([1, 2, 9, 14, 17, 22, 36, 47, 131, 499, 1234, 9999])("uses the height for a highest value of %i", (highest) => {
  const svg = barChart("Title", [{ label: "day", value: highest, text: "", short: "" }]);
  const lines = [...svg.matchAll(/<line [^>]*y1="([\d.]+)"/g)].map(([, y]) => Number(y));
  const height = Number(/<rect [^>]*height="([\d.]+)"/.exec(svg)?.[1]);
  expect(lines.length).toBeLessThanOrEqual(6);
  const [zero, top] = [Math.max(...lines), Math.min(...lines)];
  expect(height).toBeGreaterThan(0.49 * (zero - top));
  expect(height).toBeLessThanOrEqual(zero - top + 0.2);
});
