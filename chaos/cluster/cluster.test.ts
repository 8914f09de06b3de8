import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { broken } from "../lib/broken.ts";
import { clusterRounds } from "./cluster-rounds.ts";
import { openMutants } from "../lib/mutants.ts";

const mutants = openMutants();
afterAll(() => mutants.close());

const seed = 20_261_122;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-cluster-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("loses and duplicates nothing, and notifies of each inquiry, while instances and primaries are killed", async () => {
  const result = await clusterRounds({ dist: "dist", folder, rounds: 5, seed, passesClaims: true });
  expect([...result.found.faults, ...result.faults]).toEqual([]);
  expect(result.rounds).toBe(5);
  expect(result.kills.primaries).toBeGreaterThan(0);
  expect(result.kills.instances).toBeGreaterThan(0);
  expect(result.accepted).toBeGreaterThan(100);
  expect(result.delivered).toMatchObject({ missing: 0, unknown: 0 });
  expect(result.delivered.messages).toBeGreaterThanOrEqual(result.accepted);
  expect(result.pages).toMatchObject({ failed: 0 });
});

it("catches synchronous_commit=off with an asynchronous standby, which the product refuses", async () => {
  const unsafe = { folder, rounds: 6, seed, isUnsafe: true, stopAt: "lost" } as const;
  await expect(clusterRounds({ ...unsafe, dist: "dist" })).rejects.toThrow("synchronous_commit is off");
  const { found } = await clusterRounds({ ...unsafe, dist: await mutants.build(broken.takesAnyCommit) });
  expect(found.lost, found.faults.join("\n")).toBeGreaterThan(0);
});

it("catches an instance that ignores the key", async () => {
  const dist = await mutants.build(broken.ignoresTheKey);
  const { found } = await clusterRounds({ dist, folder, rounds: 6, seed, stopAt: "doubled" });
  expect(found.doubled, found.faults.join("\n")).toBeGreaterThan(0);
});
