/**
 * Puts small faults into the source, one at a time, and runs the tests that should fail: `npm run mutants`. A fault
 * that no test detects survives and shows a gap in the tests.
 *
 * - `npm run mutants`: every mutant of `mutants-list.js`.
 * - `npm run mutants -- <text>`: those whose file or description contains the text.
 *
 * Faults are written into the working tree and reverted, so it starts only if the files match the commit.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readArguments } from "../src/server/lib/command-line.ts";
import { mutants, mutated } from "./mutants-list.js";

/** Limit in ms, since a fault may make a test hang; the slowest test takes a fraction of this. */
const LONGEST_RUN = 180_000;

const usage = `npm run mutants [-- <text>]

  Tests the mutants whose file or description contains the text, or all.`;

const text = readArguments({ usage, rest: (given) => given.join(" ").toLowerCase() }).rest;
const chosen = mutants.filter(({ file, what }) => `${file} ${what}`.toLowerCase().includes(text));
const reports = mkdtempSync(path.join(tmpdir(), "front-desk-mutants-"));
/** @type {import("node:child_process").ChildProcess | undefined} */
let running;
let restore = () => {};

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    running?.kill("SIGTERM");
    cleanUp();
    process.exit(1);
  });
}
try {
  process.exitCode = (await runAll()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  cleanUp();
}

/** Whether every chosen mutant was killed. */
async function runAll() {
  if (chosen.length === 0) throw new Error(`No mutant has "${text}" in its file or description.`);
  const files = [...new Set(chosen.map(({ file }) => file))];
  const modified = execFileSync("git", ["status", "--porcelain", "--", ...files], { encoding: "utf8" }).trimEnd();
  if (modified !== "")
    throw new Error(`Commit or restore these files first, since mutants are written over them:\n${modified}`);
  // Builds all first, so that a wrong entry fails before any test runs.
  const sources = new Map(chosen.map((mutant) => [mutant, mutated(readFileSync(mutant.file, "utf8"), mutant)]));

  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  console.log(`Running ${tests.length} test files without a mutant ...`);
  const without = await runTests(tests);
  const notRun = tests.filter((test) => !without.passed.includes(test));
  if (!without.succeeded || notRun.length > 0) {
    throw new Error(`These tests fail without a mutant, or are not in the quick tier:\n${notRun.join("\n")}`);
  }

  let killed = 0;
  for (const [at, mutant] of chosen.entries()) {
    const outcome = await tryMutant(mutant, sources.get(mutant) ?? "");
    if (outcome === "killed") killed += 1;
    const mark = outcome === "killed" ? "✓" : "✗";
    console.log(`${mark} ${outcome} ${at + 1}/${chosen.length} ${mutant.file}: ${mutant.what}`);
  }
  console.log(`${killed} killed, ${chosen.length - killed} survived`);
  return killed === chosen.length;
}

/**
 * @param {import("./mutants-list.js").Mutant} mutant
 * @param {string} source with the fault in it
 */
async function tryMutant(mutant, source) {
  const original = readFileSync(mutant.file);
  restore = () => writeFileSync(mutant.file, original);
  try {
    writeFileSync(mutant.file, source);
    const { succeeded, failed, isLate } = await runTests(mutant.tests, ["--bail=1"]);
    if (succeeded) return "survived";
    // A file that does not load fails each of its tests, whatever they check.
    return failed > 0 || isLate ? "killed" : "survived (the tests did not run)";
  } finally {
    restore();
    restore = () => {};
  }
}

/**
 * @param {readonly string[]} tests
 * @param {readonly string[]} more options of the test runner
 * @returns {Promise<{ succeeded: boolean, failed: number, passed: string[], isLate: boolean }>} `passed` are files,
 *   `failed` counts tests
 */
async function runTests(tests, more = []) {
  const report = path.join(reports, "vitest.json");
  rmSync(report, { force: true });
  const options = ["run", ...tests, "--project=all", "--maxWorkers=1", "--reporter=json", ...more];
  const command = [...process.execArgv, "node_modules/vitest/vitest.mjs", ...options, `--outputFile=${report}`];
  const { TEST_ALL: _all, ...env } = process.env;
  running = spawn(process.execPath, command, { env: { ...env, NODE_ENV: "test" }, stdio: "ignore" });
  let isLate = false;
  const limit = tests.length * LONGEST_RUN;
  const timer = setTimeout(() => {
    isLate = true;
    running?.kill("SIGKILL");
  }, limit);
  const [code] = await once(running, "exit");
  clearTimeout(timer);
  running = undefined;
  const { testResults, numFailedTests } = read(report);
  const passed = testResults
    .filter(({ status, assertionResults }) => status === "passed" && assertionResults.length > 0)
    .map(({ name }) => path.relative(process.cwd(), name).replaceAll(path.sep, "/"));
  return { succeeded: code === 0, failed: numFailedTests, passed, isLate };
}

/**
 * @param {string} report which a runner that broke down has not written
 * @returns {{
 *   testResults: Array<{ name: string, status: string, assertionResults: unknown[] }>, numFailedTests: number,
 * }}
 */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { testResults: [], numFailedTests: 0 };
  }
}

function cleanUp() {
  restore();
  rmSync(reports, { recursive: true, force: true });
}
