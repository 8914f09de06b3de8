import { expect, test } from "vitest";
import { hold, holdBack } from "./use-arrivals.ts";

const row = (id: string, wroteAt = "2026-11-28T08:00:00.000Z", more = {}) => ({
  id,
  wroteAt,
  undelivered: false,
  snooze: null,
  ...more,
});
const later = "2026-11-28T09:00:00.000Z";
const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => row(id)) as [
  ReturnType<typeof row>,
  ReturnType<typeof row>,
  ReturnType<typeof row>,
  ReturnType<typeof row>,
];
const shown = (loaded: ReturnType<typeof row>[], held = hold([a, b, c])) => {
  const { rows, waiting } = holdBack(loaded, held);
  return [rows.map(({ id }) => id).join(""), waiting];
};

test.each([
  ["nothing", [a, b, c], "abc", 0],
  ["a new row at the top", [row("n", later), a, b, c], "abc", 1],
  ["several of them", [row("o", later), row("n", later), a, b, c], "abc", 2],
  ["a new row between the others", [a, row("n", later), b, c], "abc", 1],
  ["a row that moved to the top as its visitor wrote", [row("c", later), a, b], "abc", 1],
  ["the same of the one in the middle, and a new one", [row("b", later), row("n", later), a, c], "abc", 2],
  ["a reply that was not delivered", [row("c", undefined, { undelivered: true }), a, b], "abc", 1],
  ["a snooze that has ended", [row("b", undefined, { snooze: { isOver: true } }), a, c], "abc", 1],
  ["a row that moved down, as that of a reply", [b, c, a], "abc", 0],
  ["a row that has left", [a, c], "ac", 0],
  ["more rows below", [a, b, c, d, row("e")], "abcde", 0],
  ["more rows below, and one above", [row("n", later), a, b, c, d], "abcd", 1],
  ["all rows gone", [], "", 0],
  ["other rows only", [d], "d", 0],
] as const)("%s moves no row", (_what, loaded, rows, waiting) => {
  expect(shown([...loaded])).toEqual([rows, waiting]);
});

test("a row that an undo brings back stands where it stood", () => {
  const held = hold([a, b, c]);
  expect(holdBack([a, c], held).next).toBe(held);
  expect(shown([a, b, c], holdBack([a, c], held).next)).toEqual(["abc", 0]);
});

test("what followed is held as well", () => {
  const { next } = holdBack([a, b, c, d], hold([a, b, c]));
  expect(shown([a, b, c, row("n", later), d], next)).toEqual(["abcd", 1]);
});
