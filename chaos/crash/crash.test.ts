import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { broken } from "../lib/broken.ts";
import { crashRounds } from "./crash-rounds.ts";
import { openMutants } from "../lib/mutants.ts";

const mutants = openMutants();
afterAll(() => mutants.close());

const seed = 20_261_121;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-crash-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it("loses and duplicates nothing, and notifies of each inquiry, in 20 rounds of kills", async () => {
  const { found, delivered, ...result } = await crashRounds({
    dist: "dist",
    dataDir,
    rounds: 20,
    seed,
    inquiries: 200,
  });
  expect(found.faults).toEqual([]);
  expect(result).toMatchObject({ rounds: 20, kills: { serving: 20 } });
  expect(result.accepted).toBeGreaterThan(20);
  expect(delivered).toMatchObject({ missing: 0, unknown: 0 });
  expect(delivered.messages).toBeGreaterThanOrEqual(result.accepted);
});

describe("a mutant is caught within 40 rounds:", () => {
  it.each([
    { what: "lost", mutant: broken.answersBeforeCommit },
    { what: "doubled", mutant: broken.ignoresTheKey },
    { what: "outbox", mutant: broken.dropsMessages },
  ] as const)("$mutant.name: $what", async ({ what, mutant }) => {
    const dist = await mutants.build(mutant);
    const { found } = await crashRounds({ dist, dataDir, rounds: 40, seed, inquiries: 50, stopAt: what });
    expect(found[what], found.faults.join("\n")).toBeGreaterThan(0);
  });
});
