import { expect, it } from "vitest";
import { timeUntilFull } from "./space.ts";

const day = 86_400_000;
const samples = (lefts: readonly number[]) => lefts.map((left, at) => ({ at: at * day, left }));

it("says when nothing is left if it goes on like this, and nothing if it does not become less", () => {
  expect(timeUntilFull(samples([100, 90, 80]), { at: 3 * day, left: 70 })).toBeCloseTo(7 * day, -3);
  expect(timeUntilFull(samples([100, 100, 100]), { at: 3 * day, left: 100 })).toBeNull();
  expect(timeUntilFull(samples([70, 80]), { at: 3 * day, left: 90 })).toBeNull();
  expect(timeUntilFull(samples([100]), { at: day, left: 1 })).toBeNull();
});

it("is moved little by a backup that comes and goes", () => {
  const lefts = Array.from({ length: 29 }, (_, at) => 1000 - 10 * at - (at % 7 === 0 ? 100 : 0));
  const days = (timeUntilFull(samples(lefts), { at: 29 * day, left: 710 }) ?? 0) / day;
  expect(days).toBeGreaterThan(60);
  expect(days).toBeLessThan(85);
});
