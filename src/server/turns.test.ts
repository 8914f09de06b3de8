import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("begins with a few in a turn, one of each network after the other, in the order in which they came", async () => {
  const begun: string[] = [];
  const inTurn = createTurns();
  for (const name of ["a1", "a2", "a3", "a4", "a5", "b1"]) inTurn(name.slice(0, 1), () => void begun.push(name));
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual(["a1", "b1"]);
  inTurn("c", () => void begun.push("c1"));
  await turn();
  expect(begun.slice(2)).toEqual(["a2", "c1"]);
  await turn();
  expect(begun.slice(4)).toEqual(["a3", "a4"]);
  await turn();
  expect(begun.slice(6)).toEqual(["a5"]);
});

it("begins anew after all was done", async () => {
  const begun: string[] = [];
  const inTurn = createTurns();
  for (const name of ["a1", "a2"]) {
    inTurn("a", () => void begun.push(name));
    await turn();
  }
  expect(begun).toEqual(["a1", "a2"]);
});
