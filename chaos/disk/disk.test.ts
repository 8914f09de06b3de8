import { afterAll, describe, expect, it } from "vitest";
import { broken } from "../lib/broken.ts";
import { diskFaults } from "./disk-faults.ts";
import { openMutants } from "../lib/mutants.ts";
import { straceProblem } from "../lib/strace.ts";

const mutants = openMutants();
afterAll(() => mutants.close());

// Tests that are impossible on this machine are reported, and do not count.
const problem = straceProblem();
if (problem !== undefined) console.warn(`Not tried: ${problem}`);

it.skipIf(problem)("is honest while the disk fails, loses nothing, and recovers without a restart", async () => {
  const { rows, skipped, faults } = await diskFaults({ dist: "dist", seed: 1, indexes: 3 });
  expect(rows.flatMap(({ fault, faults: wrong }) => wrong.map((line) => `${fault}: ${line}`))).toEqual([]);
  expect(faults).toEqual([]);
  // Three indexes of two errors, at least one sync, four lasting faults, a slow disk; and a full one if it can be
  // mounted.
  expect(rows.length + skipped.length).toBeGreaterThanOrEqual(13);
  for (const { fault, mustRefuse, ready } of rows) {
    // A full disk sometimes has room for a small inquiry, so readyz may say either.
    if (/every|EROFS/.test(fault)) expect(ready, fault).toEqual([503, 200]);
    if (!mustRefuse) expect(ready, fault).toEqual([200, 200]);
  }
});

describe.skipIf(problem)("a mutant is caught:", () => {
  it.each([broken.respondsWhatFailed, broken.answersAnyFault])("$name", async (mutant) => {
    const { rows, faults } = await diskFaults({ dist: await mutants.build(mutant), seed: 1, indexes: 1 });
    expect([...rows.flatMap((row) => row.faults), ...faults]).not.toEqual([]);
  });
});
