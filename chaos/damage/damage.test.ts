import { expect, it } from "vitest";
import { surveyVersion } from "./damage-mutants.ts";

const seed = 20_261_121;

it("no flipped bit and no cut of the store or its log is passed over: it is found, or changes nothing", async () => {
  const { flips, cuts, silent } = await surveyVersion("the product", seed, 700);
  expect(silent).toEqual([]);
  // Each kind must occur, or nothing was tested.
  expect(flips["found at the start"]).toBeGreaterThan(20);
  expect(flips["found after the start"]).toBeGreaterThan(10);
  expect(flips.harmless).toBeGreaterThan(20);
  expect(cuts["found at the start"]).toBeGreaterThan(50);
});

it.each(["the counter is not compared", "the sums are not compared"] as const)(
  "the mutant is caught: %s",
  async (name) => {
    const { silent } = await surveyVersion(name, seed, 500);
    expect(silent.length).toBeGreaterThan(0);
  },
);

it("the mutant is caught: the sums are not kept within the transaction", async () => {
  const { flips, cuts } = await surveyVersion("the sums are not kept within the transaction", seed, 30);
  // No content of this version is as it was written, so no damage counts as harmless.
  expect(flips.harmless + cuts.harmless).toBe(0);
});
