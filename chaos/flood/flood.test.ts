import { resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { floodChecks } from "./flood-checks.ts";
import { floodMutants } from "./flood-mutants.ts";
import { runFlood, shortPlan } from "./flood-run.ts";
import { openMutants } from "../lib/mutants.ts";
import { type Check, runWork } from "./work-run.ts";

const mutants = openMutants();
afterAll(() => mutants.close());

// Checks only what does not depend on time.
const faults = (checks: readonly Check[]) => checks.filter(({ fault }) => fault !== null);

it("rejects and loses no honest inquiry beside slow sockets and a flood, and limits the flooder", async () => {
  expect(faults(floodChecks(await runFlood(resolve("dist"), shortPlan)))).toEqual([]);
});

it("asks a flood from many networks for work, which is good once and for its time", async () => {
  expect(faults(await runWork(resolve("dist")))).toEqual([]);
});

const mutantsHere = floodMutants.filter(({ inTests }) => inTests);
it.each(mutantsHere.map((mutant) => [mutant.name, mutant] as const))(
  "catches the mutant: %s",
  async (_name, mutant) => {
    const dist = await mutants.build(mutant);
    const checks = mutant.by === "work" ? await runWork(dist, true) : floodChecks(await runFlood(dist, shortPlan));
    expect(faults(checks).map(({ name }) => name)).toContain(mutant.breaks);
  },
);
