import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createFairScheduler } from "./fair-scheduler.ts";

it("starts one task per network in order of arrival, and yields between turns", async () => {
  const begun: string[] = [];
  const scheduleFairly = createFairScheduler();
  const eachTurn: string[] = [];
  for (const name of ["a1", "a2", "a3", "b1"]) scheduleFairly(name.slice(0, 1), () => void begun.push(name));
  expect(begun).toEqual([]);
  for (let count = 0; count < 20; count += 1) {
    await turn();
    if (count === 0) scheduleFairly("c", () => void begun.push("c1"));
    eachTurn.push(begun.splice(0).join());
  }
  expect(eachTurn.join(" ").trim()).toBe("a1    b1    a2    c1    a3");
});

it("starts again after the queues were empty", async () => {
  const begun: string[] = [];
  const scheduleFairly = createFairScheduler();
  for (const name of ["a1", "a2"]) {
    scheduleFairly("a", () => void begun.push(name));
    for (let count = 0; count < 5; count += 1) await turn();
  }
  expect(begun).toEqual(["a1", "a2"]);
});
