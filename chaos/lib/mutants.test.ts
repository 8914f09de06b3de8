import { existsSync, globSync, readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { openMutants } from "./mutants.ts";

const mutants = openMutants();
afterAll(() => mutants.close());

const other = { file: "src/server/http/health.ts", find: 'status: "ok", boot', replace: 'status: "$& changed", boot' };
const built = (dist: string) =>
  globSync(`${dist}/server/*.js`)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

it("is the product with the one change, built once", async () => {
  const mutant = { name: "says another word", changes: [other] };
  const [dist, again] = await Promise.all([mutants.build(mutant), mutants.build(mutant)]);
  expect(again).toBe(dist);
  expect(existsSync(`${dist}/client/.vite/manifest.json`)).toBe(true);
  expect(built(dist)).toContain('status: "$& changed"');
  expect(built("dist")).not.toContain('status: "$& changed"');
});

it.each([
  ["is not there", "no such text"],
  ["is there several times", "status"],
])("cannot be made where what it changes %s", async (_how, find) => {
  const times = readFileSync(other.file, "utf8").split(find).length - 1;
  await expect(mutants.build({ name: find, changes: [{ ...other, find }] })).rejects.toThrow(`${times} times`);
});

it("says so where it cannot be built", async () => {
  const changes = [{ ...other, replace: "(" }];
  await expect(mutants.build({ name: "no program", changes })).rejects.toThrow('"no program" cannot be built');
});
