import { existsSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { floodMutants } from "../chaos/flood/flood-mutants.ts";
import { broken as inChaos } from "../chaos/lib/broken.ts";
import { broken as inSecurity } from "../security/broken.ts";
import { onlyInAll } from "../vitest.config.ts";
import { mutants, mutated } from "./mutants-list.js";

it.each(mutants)("can be put into $file: $what", (mutant) => {
  const source = readFileSync(mutant.file, "utf8");
  expect(mutated(source, mutant)).not.toBe(source);
  expect(mutant.tests).not.toEqual([]);
  expect(mutant.tests.filter((test) => !existsSync(test))).toEqual([]);
});

it.each([...Object.values(inChaos), ...floodMutants, ...Object.values(inSecurity)])(
  "can be built for the chaos tests or the security scans: $name",
  ({ changes }) => {
    for (const { file, find } of changes)
      expect([file, readFileSync(file, "utf8").split(find).length - 1]).toEqual([file, 1]);
  },
);

it("is detected by the quick tier", () => {
  const notQuick = [...onlyInAll, "src/server/store/postgres/**"];
  const tests = mutants.flatMap((mutant) => mutant.tests);
  expect(tests.filter((test) => notQuick.some((glob) => matchesGlob(test, glob)))).toEqual([]);
});

it("rejects a mutant whose text is not there exactly once", () => {
  const mutant = { file: "a.ts", find: "b", replace: "c", what: "", tests: [] };
  expect(mutated("a b", mutant)).toBe("a c");
  expect(() => mutated("a", mutant)).toThrow('a.ts has "b" 0 times');
  expect(() => mutated("b b", mutant)).toThrow('a.ts has "b" 2 times');
});
