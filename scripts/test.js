/**
 * Builds, checks, then runs the tests. Failures are listed at the end; the last line is always `N passed, N failed`.
 * Without names of files, a test that fails is tried five times by itself: see `tryAlone`.
 *
 * - `npm test`: most unit and integration tests, the store's tests on PostgreSQL, and the main journeys on SQLite.
 * - `npm test -- --all`: adds the slow ones: the tests that start programs, more tests and five journeys on PostgreSQL,
 *   the journeys tagged `@slow`, `deploy/`, both colour schemes, 100,000 random cases, and the short runs of `chaos`,
 *   `security` and `bench`. Sets `TEST_ALL=1` for the runners.
 * - `npm test -- <part of a file's name>`: only the tests of those files, of both tiers.
 * - `npm test -- --unit` or `--e2e`: only one runner.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { flag, readArguments } from "../src/server/lib/command-line.ts";
import { ensureBuilt } from "./build.js";
import { runChecks } from "./check.js";
import { provideChromium } from "./programs/chromium.js";
import { countPlaywright, countVitest, tryAlone } from "./test-counts.js";

const usage = `npm test -- [<part of a file's name> ...] [options]

  Builds, checks, then runs the tests: those of the files named, or the quick ones.
  --all   the slow ones, too
  --unit  only the unit and integration tests
  --e2e   only the journeys in a browser`;

const { values, rest: filter } = readArguments({
  usage,
  options: { all: flag, unit: flag, e2e: flag },
  rest: (given) => [...given],
});
const unit = values.unit || !values.e2e;
const browser = values.e2e || !values.unit;
const everything = filter.length === 0 && !values.unit && !values.e2e;
const all = values.all || filter.length > 0;
if (all) process.env["TEST_ALL"] = "1";

const reports = mkdtempSync(path.join(tmpdir(), "front-desk-test-"));
/** @type {import("./test-counts.js").Counts} */
const total = { passed: 0, failures: [] };
/** @type {string[]} */
const unsteady = [];
try {
  const built = ensureBuilt();
  if (!built) total.failures.push({ text: "the build" });
  if (everything) add(await runChecks());
  if (unit) await runAndRepeat((names) => runVitest("vitest.config.ts", names));
  if (unit && built && all) await runAndRepeat((names) => runVitest("vitest.harness.config.ts", names));
  if (browser && built) await runAndRepeat(runPlaywright);
} catch (error) {
  total.failures.push({ text: error instanceof Error ? error.message : String(error) });
}
rmSync(reports, { recursive: true, force: true });
if (total.failures.length > 0 || total.passed === 0) process.exitCode = 1;
for (const text of unsteady) console.log(`≈ unsteady, failed once and passed five times by itself: ${text}`);
for (const { text } of total.failures) console.log(`✗ ${text}`);
console.log(`${total.passed} passed, ${total.failures.length} failed`);

/** @param {(names: string[]) => Promise<import("./test-counts.js").Counts>} runTests */
async function runAndRepeat(runTests) {
  const counts = await runTests(filter);
  if (!everything) return add(counts);
  const tried = await tryAlone(counts, runTests);
  unsteady.push(...tried.unsteady);
  add(tried);
}

/**
 * @param {string} config
 * @param {string[]} names
 */
async function runVitest(config, names) {
  const file = path.join(reports, `${config}.json`);
  const unhandled = path.join(reports, "unhandled.json");
  for (const old of [file, unhandled]) rmSync(old, { force: true });
  const options = [
    "run",
    `--config=${config}`,
    ...names,
    "--reporter=default",
    "--reporter=json",
    "--reporter=./scripts/unhandled-errors.js",
    `--outputFile.json=${file}`,
  ];
  if (!everything) options.push("--passWithNoTests");
  const env = { NODE_ENV: "test", UNHANDLED_ERRORS_FILE: unhandled };
  const succeeded = await run("node_modules/vitest/vitest.mjs", options, env, 3600);
  return countVitest(read(file), succeeded, read(unhandled));
}

/** @param {string[]} names */
async function runPlaywright(names) {
  const file = path.join(reports, "playwright.json");
  rmSync(file, { force: true });
  const options = ["test", ...names];
  if (!everything) options.push("--pass-with-no-tests");
  // The servers that the tests start run in production mode.
  const env = {
    NODE_ENV: "production",
    CHROMIUM_PATH: await provideChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  };
  const succeeded = await run("node_modules/@playwright/test/cli.js", options, env, 5400);
  return countPlaywright(read(file), succeeded);
}

/**
 * Runs a test runner with its output on the screen.
 * @param {string} program
 * @param {string[]} options
 * @param {NodeJS.ProcessEnv} env
 * @param {number} seconds after which it is ended
 * @returns {Promise<boolean>}
 */
async function run(program, options, env, seconds) {
  const command = [...process.execArgv, program, ...options];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    timeout: seconds * 1000,
  });
  const end = () => child.kill("SIGTERM");
  process.once("SIGTERM", end);
  const [code] = await once(child, "exit");
  process.off("SIGTERM", end);
  if (code !== 0) console.error(`${path.basename(program)} ended with ${code ?? "a signal or its time limit"}.`);
  return code === 0;
}

/** @param {string} file the report of a runner, which a runner that broke down has not written */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {import("./test-counts.js").Counts} counts */
function add({ passed, failures }) {
  total.passed += passed;
  total.failures.push(...failures);
}
