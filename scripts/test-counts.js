/** How many tests passed and failed, from the reports of the runners. What did not run has not passed: it counts as failed. */

/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport */

/**
 * @param {VitestReport | undefined} report
 * @param {boolean} succeeded whether the runner itself says so
 * @returns {Counts}
 */
export function countVitest(report, succeeded) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  // A file that could not be loaded has no tests to fail.
  const broken = files.filter((file) => file.status === "failed" && !file.assertionResults.some(isFailed)).length;
  return withRunner({ passed, failed: tests.length - passed + broken }, succeeded);
}

/** @param {{ status: string }} test */
function isFailed(test) {
  return test.status === "failed";
}

/**
 * @param {PlaywrightReport | undefined} report
 * @param {boolean} succeeded whether the runner itself says so
 * @returns {Counts}
 */
export function countPlaywright(report, succeeded) {
  if (!report) return withRunner({ passed: 0, failed: 0 }, false);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withRunner({ passed: expected + flaky, failed: unexpected + skipped + report.errors.length }, succeeded);
}

/**
 * A runner that fails for another reason than a test counts as one failure.
 * @param {Counts} counts
 * @param {boolean} succeeded
 * @returns {Counts}
 */
function withRunner({ passed, failed }, succeeded) {
  return { passed, failed: failed === 0 && !succeeded ? 1 : failed };
}
