import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inSources } from "./source-maps.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-places-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A stack that points to line 1 of a built file. */
const stackOf = (file: string) =>
  `Error: a text (1:2)\n    at run (${pathToFileURL(file).href}:1:1)\n    at async node:internal/process:105:5`;

it("names the line of the source", () => {
  const file = join(folder, "built.js");
  // "AAIA" maps the first column to the start of line 5 in the first source.
  const map = { version: 3, sources: ["../src/run.ts"], names: [], mappings: "AAIA" };
  writeFileSync(`${file}.map`, JSON.stringify(map));
  expect(inSources(stackOf(file))).toBe(
    `Error: a text (1:2)\n    at run (${join(folder, "../src/run.ts")}:5:1)\n    at async node:internal/process:105:5`,
  );
});

it.each([
  ["there is none", undefined],
  ["it is no map", "{"],
  ["it says nothing of the line", JSON.stringify({ version: 3, sources: [], names: [], mappings: "" })],
])("leaves a stack as it is where %s", (_case, map) => {
  const file = join(folder, "built.js");
  if (map !== undefined) writeFileSync(`${file}.map`, map);
  expect(inSources(stackOf(file))).toBe(stackOf(file));
});
