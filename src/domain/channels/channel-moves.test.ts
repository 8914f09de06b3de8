import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movesBetween } from "./channel-moves.ts";

const movesOf = (before: string, after: string) =>
  movesBetween(before.split(""), after.split("")).map(({ id, from, to }) => `${id} ${from}-${to}`);

describe("moves", () => {
  it.each([
    ["", "", []],
    ["abc", "abc", []],
    ["ab", "ba", ["b 2-1"]],
    ["abcde", "bcdea", ["a 1-5"]],
    ["abcde", "eabcd", ["e 5-1"]],
    ["abcde", "acdbe", ["b 2-4"]],
    ["abcd", "badc", ["b 2-1", "d 4-3"]],
    ["abc", "cba", ["c 3-1", "b 2-2"]],
  ])("%s → %s", (before, after, moves) => {
    expect(movesOf(before, after)).toEqual(moves);
  });

  it("are one if one channel moved; all others keep their relative order", () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (before, a, b) => {
        const [from, to] = [a % before.length, b % before.length];
        const after = before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? "");
        expect(movesBetween(before, after)).toHaveLength(from === to ? 0 : 1);
        const moved = new Set(movesBetween(before, after.toReversed()).map(({ id }) => id));
        const stays = (list: string[]) => list.filter((id) => !moved.has(id));
        expect(stays(before)).toEqual(stays(after.toReversed()));
      }),
    );
  });
});
