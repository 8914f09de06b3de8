import { expect, it } from "vitest";
import { outsideFaults } from "./outside-faults.ts";
import { playFault } from "./scene.ts";

// All faults run at the same time, since most of each is waiting.
it.concurrent.each(outsideFaults)("visitors lose nothing, and everybody sees what fails: $name", async (fault) => {
  const problem = fault.problem?.();
  if (problem !== undefined) throw new Error(`This machine cannot try it: ${problem}`);
  const row = await playFault(fault, { dist: "dist", seed: 1 });
  expect(row.faults).toEqual([]);
});
