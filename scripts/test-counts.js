/** Counts passed tests and lists failed ones from the runners' reports. A test that did not run counts as failed. */

import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failures: string[] }} Counts each failure is its file, name and first lines */
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

/**
 * @param {{ testResults: VitestFile[] } | undefined} report
 * @param {boolean} succeeded whether the runner itself says so
 * @returns {Counts}
 */
export function countVitest(report, succeeded) {
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  for (const file of report?.testResults ?? []) {
    const name = path.relative(process.cwd(), file.name);
    const notPassed = file.assertionResults.filter((test) => test.status !== "passed");
    passed += file.assertionResults.length - notPassed.length;
    for (const test of notPassed) {
      failures.push(failureLine(`${name} › ${test.fullName}`, test.failureMessages?.[0] ?? test.status));
    }
    // A file that failed to load has no failed tests.
    if (file.status === "failed" && !notPassed.some((test) => test.status === "failed")) {
      failures.push(failureLine(name, file.message || "a hook of it failed: see its own lines above"));
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
  /** @type {string[]} */
  const failures = [];
  for (const spec of (report?.suites ?? []).flatMap(specsOf)) {
    for (const test of spec.tests) {
      if (test.status === "expected") {
        passed += 1;
        continue;
      }
      const last = test.results.at(-1);
      const name = `${spec.file}:${spec.line} › ${spec.title} (${test.projectName})`;
      failures.push(failureLine(name, last?.errors?.[0]?.message ?? last?.status ?? test.status));
    }
  }
  for (const error of report?.errors ?? []) failures.push(failureLine("Playwright", error.message));
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
  return { passed, failures: [why] };
}

/**
 * @param {string} name
 * @param {string} [why]
 */
function failureLine(name, why = "") {
  const lines = stripVTControlCharacters(why).split("\n").slice(0, LINES_OF_WHY);
  return [name, ...lines.map((line) => `    ${line}`)].join("\n");
}
