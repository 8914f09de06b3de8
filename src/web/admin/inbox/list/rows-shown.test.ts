import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type RowsNear, rowsShown } from "./rows-shown.ts";

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const indexesOf = (count: number, near: RowsNear, kept: number[]) =>
  rowsShown(range(0, count), near, kept).shown.map(({ row }) => row);
const atTop = { first: 5, from: 0, to: 0 };

it("shows the first rows, those near the window and the neighbours of those that keys lead from", () => {
  const there = indexesOf(1000, { first: 5, from: 400, to: 440 }, [99, -1]);
  expect(there).toEqual([...range(0, 5), ...range(97, 102), ...range(400, 440)]);
});

it("shows a short list whole", () => {
  expect(indexesOf(5, atTop, [-1])).toEqual(range(0, 5));
  expect(indexesOf(0, atTop, [-1])).toEqual([]);
});

it("leaves room for each row that is left out", () => {
  const index = fc.integer({ min: -1, max: 300 });
  const near = fc.record({ first: fc.nat(20), from: index, to: index });
  fc.assert(
    fc.property(fc.nat(300), near, fc.array(index), (count, rowsNear, kept) => {
      const { shown, leftOut } = rowsShown(range(0, count), rowsNear, kept);
      let before = 0;
      for (const { row, place } of shown) {
        expect(place).toEqual({ number: row + 1, leftOut: row - before });
        before = row + 1;
      }
      expect(before + leftOut).toBe(count);
    }),
  );
});
