/** Counts passed tests and lists failed ones from the runners' reports. A test that did not run counts as failed. */

import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {{ text: string, alone?: string[] }} Failure its file, name and first lines; the runner's arguments that run
 *   it by itself
 */
/** @typedef {{ passed: number, failures: Failure[] }} Counts */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ message?: string }} RunnerError */
/**
 * @typedef {{
 *   status: string, results: { status?: string, errors?: RunnerError[] }[], projectName?: string,
 * }} PlaywrightTest
 */
/** @typedef {{ title: string, file: string, line: number, tests: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ suites: PlaywrightSuite[], errors: RunnerError[] }} PlaywrightReport */

const LINES_OF_WHY = 12;
const TRIES_ALONE = 5;
/** A runner with more failures is broken by one cause, which five more tries of each would not find. */
const MOST_TRIED_ALONE = 3;

/**
 * Runs each failed test five more times, by itself; of a unit test, its file. One that passes them all is unsteady: the
 * end of the run names it, and it refuses no change (docs/decisions/0116).
 * @param {Counts} counts
 * @param {(alone: string[]) => Promise<Counts>} runAlone
 * @returns {Promise<Counts & { unsteady: string[] }>}
 */
export async function tryAlone({ passed, failures }, runAlone) {
  if (failures.length > MOST_TRIED_ALONE) return { passed, failures, unsteady: [] };
  const failed = [];
  const unsteady = [];
  for (const failure of failures)
    if (failure.alone && (await passesAlone(failure.alone, runAlone))) unsteady.push(failure.text);
    else failed.push(failure);
  return { passed: passed + unsteady.length, failures: failed, unsteady };
}

/**
 * @param {string[]} alone
 * @param {(alone: string[]) => Promise<Counts>} runAlone
 */
async function passesAlone(alone, runAlone) {
  for (let tries = 0; tries < TRIES_ALONE; tries += 1) {
    const { passed, failures } = await runAlone(alone);
    if (passed === 0 || failures.length > 0) return false;
  }
  return true;
}

/**
 * @param {{ testResults: VitestFile[] } | undefined} report
 * @param {boolean} succeeded whether the runner itself says so
 * @param {string[]} unhandled errors that belong to no test
 * @returns {Counts}
 */
export function countVitest(report, succeeded, unhandled = []) {
  let passed = 0;
  const failures = unhandled.map((message) => failureOf("an error outside of tests", message));
  for (const file of report?.testResults ?? []) {
    const name = path.relative(process.cwd(), file.name);
    const notPassed = file.assertionResults.filter((test) => test.status !== "passed");
    passed += file.assertionResults.length - notPassed.length;
    for (const test of notPassed) {
      failures.push(failureOf(`${name} › ${test.fullName}`, test.failureMessages?.[0] ?? test.status, [name]));
    }
    // A file that failed to load has no failed tests.
    if (file.status === "failed" && !notPassed.some((test) => test.status === "failed")) {
      failures.push(failureOf(name, file.message || "a hook of it failed: see its own lines above", [name]));
    }
  }
  return withRunner({ passed, failures }, report, succeeded);
}

/**
 * @param {PlaywrightReport | undefined} report
 * @param {boolean} succeeded whether the runner itself says so
 * @returns {Counts}
 */
export function countPlaywright(report, succeeded) {
  let passed = 0;
  /** @type {Failure[]} */
  const failures = [];
  for (const spec of (report?.suites ?? []).flatMap(specsOf)) {
    for (const test of spec.tests) {
      if (test.status === "expected") {
        passed += 1;
        continue;
      }
      const last = test.results.at(-1);
      const name = `${spec.file}:${spec.line} › ${spec.title} (${test.projectName})`;
      const alone = [`e2e/${spec.file}:${spec.line}`, `--project=${test.projectName}`];
      failures.push(failureOf(name, last?.errors?.[0]?.message ?? last?.status ?? test.status, alone));
    }
  }
  for (const error of report?.errors ?? []) failures.push(failureOf("Playwright", error.message));
  return withRunner({ passed, failures }, report, succeeded);
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/**
 * A runner that fails without a failed test, or leaves no report, counts as one failure.
 * @param {Counts} counts
 * @param {object | undefined} report
 * @param {boolean} succeeded
 * @returns {Counts}
 */
function withRunner({ passed, failures }, report, succeeded) {
  if (failures.length > 0 || (report && succeeded)) return { passed, failures };
  const why = report
    ? "every test passed, but the runner failed: see its own lines above"
    : "the runner left no report";
  return { passed, failures: [{ text: why }] };
}

/**
 * @param {string} name
 * @param {string} [why]
 * @param {string[]} [alone]
 * @returns {Failure}
 */
function failureOf(name, why = "", alone) {
  const lines = stripVTControlCharacters(why).split("\n").slice(0, LINES_OF_WHY);
  return { text: [name, ...lines.map((line) => `    ${line}`)].join("\n"), ...(alone && { alone }) };
}
