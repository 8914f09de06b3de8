import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exampleCalls, rawCalls } from "../src/server/testing-api.ts";
import { scan, type Parts } from "./scan.ts";
import { type Scanner, noFindings } from "./scanner.ts";
import { allScanners } from "./scanners.ts";
import { type Trial, trials } from "./mutants.ts";
import type { Row } from "./table.ts";
import { whoMayCall } from "./who-may-call.ts";

const missing = { missing: "sieve is not on this machine (Debian has it: apt-get install sieve)" };
const content: Row = { scanner: "content", ...noFindings("1", "3 pages", []) };
const said: Record<string, Row> = {
  content,
  furious: { scanner: "furious", ...noFindings("1", "3 pages", ["a hole"]) },
  blind: { scanner: "blind", ...noFindings("1", "0 pages", []) },
  sieve: { scanner: "sieve", ...missing },
};
const scanners = Object.keys(said).map((name): Scanner => ({
  name,
  run: () => Promise.reject(new Error("not asked")),
}));
const trial = (name: string, row: Row): Trial => ({ wrong: name, shows: [/a hole/], run: async () => [row] });
const made = [
  trial("content: survives", content),
  trial("furious: is caught", said["furious"] ?? content),
  trial("sieve: cannot be tried", said["sieve"] ?? content),
];

async function run(line: string, parts: Partial<Parts> = {}) {
  const lines: string[] = [];
  const code = await scan(line.split(" ").filter(Boolean), {
    prepare: () => true,
    scanners: () => scanners,
    trials: made,
    run: async (rows) => rows.map(({ name }) => said[name] ?? content),
    say: (text) => void lines.push(text),
    ...parts,
  });
  return { code, output: lines.join("\n") };
}

it.each<[line: string, code: number, says: RegExp]>([
  ["--only content", 0, /\| content .* yes \|/],
  ["--only content --only furious", 1, /furious has findings/],
  ["--only blind", 1, /it checked nothing: 0 pages/],
  ["", 1, /\| sieve .* NOT RUN \|/],
  ["--only sieve", 1, /sieve is missing: .*apt-get install sieve.*--allow-missing/],
  ["--only sieve --allow-missing", 0, /not run \(allowed\)[^]*Not run, as --allow-missing allows: sieve/],
  ["--only furious --allow-missing", 1, /furious has findings/],
  ["--only zzz", 2, /there is no scanner "zzz"[^]*\n {2}content\n {2}furious/],
  ["--only content --only zzz", 2, /there is no scanner "zzz"/],
  ["--only", 2, /--only[^]*npm run security --/],
  ["--only=", 2, /--only must be a name[^]*npm run security --/],
  ["--runs many", 2, /--runs must be a whole number[^]*npm run security --/],
  ["--runs 0", 2, /--runs must be a whole number/],
  ["--seed x", 2, /--seed must be a whole number/],
  ["--wat", 2, /--wat[^]*npm run security --/],
  ["recheck", 2, /too many arguments[^]*npm run security --/],
  ["--mutants --only caught", 0, /\| furious: is caught \| caught \| a hole \|/],
  ["--mutants --only survives", 1, /Not caught: content: survives/],
  ["--mutants --only tried", 1, /NOT RUN[^]*Not killed, since its scanner is missing: sieve/],
  ["--mutants --only tried --allow-missing", 0, /not run \(allowed\)/],
  ["--mutants --allow-missing", 1, /Not caught: content: survives/],
  ["--mutants --only zzz", 2, /there is no mutant "zzz"/],
])("npm run security -- %s ends with %i", async (line, code, says) => {
  const { output, ...ended } = await run(line);
  expect(output).toMatch(says);
  expect(output).not.toMatch(/\n\s+at /);
  expect(ended.code).toBe(code);
});

it("fails where there is nothing to scan, and where there is no scanner at all", async () => {
  expect((await run("", { prepare: () => false })).code).toBe(1);
  expect(await run("", { scanners: () => [] })).toEqual({
    code: 1,
    output: expect.stringContaining("No scanner ran."),
  });
});

it("fails as a command, too", () => {
  const command = ["--disable-warning=ExperimentalWarning", "scripts/security.js", "--only", "zzz"];
  const root = join(import.meta.dirname, "..");
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
  expect(stdout).toContain("roles × calls");
});

it("has a mutant for each scanner", () => {
  for (const { name } of allScanners({ runs: 1 })) {
    expect(trials.filter(({ wrong }) => wrong.startsWith(`${name}: `)).length, name).toBeGreaterThan(0);
  }
});

it("expects of every call what the tests of src expect", () => {
  const listed = Object.entries(whoMayCall).map(([name, who]) => [name, who === "set-up" ? "team" : who]);
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries([
      ...exampleCalls.map(({ method, path, access }) => [`${method} ${path}`, access]),
      ...rawCalls.map((name) => [name, "anyone"]),
    ]),
  );
});
