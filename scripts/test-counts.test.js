import { describe, expect, it } from "vitest";
import { countPlaywright, countVitest } from "./test-counts.js";

/**
 * @param {string} status of the file
 * @param {string[]} tests
 */
const file = (status, ...tests) => ({ status, assertionResults: tests.map((test) => ({ status: test })) });

describe("the count of unit tests", () => {
  it("adds up the files", () => {
    const report = { testResults: [file("passed", "passed", "passed"), file("failed", "failed", "passed")] };
    expect(countVitest(report, false)).toEqual({ passed: 3, failed: 1 });
  });

  it.each(["skipped", "pending", "todo"])("has a %s test fail", (status) => {
    expect(countVitest({ testResults: [file("passed", "passed", status)] }, true)).toEqual({ passed: 1, failed: 1 });
  });

  it("has a file fail that could not be loaded", () => {
    const report = { testResults: [file("passed", "passed"), file("failed"), file("failed", "failed")] };
    expect(countVitest(report, false)).toEqual({ passed: 1, failed: 2 });
  });

  it("has a runner fail that fails although its tests pass, or that leaves no report", () => {
    expect(countVitest({ testResults: [file("passed", "passed")] }, false)).toEqual({ passed: 1, failed: 1 });
    expect(countVitest(undefined, false)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("the count of browser tests", () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };

  it("takes the runner's own", () => {
    expect(countPlaywright({ stats, errors: [] }, true)).toEqual({ passed: 5, failed: 0 });
    expect(countPlaywright({ stats: { ...stats, unexpected: 2 }, errors: [] }, false)).toEqual({
      passed: 5,
      failed: 2,
    });
  });

  it("has a test fail that did not run", () => {
    expect(countPlaywright({ stats: { ...stats, skipped: 3 }, errors: [] }, true)).toEqual({ passed: 5, failed: 3 });
  });

  it("has the runner's own errors fail, and a runner that leaves no report", () => {
    expect(countPlaywright({ stats, errors: [{}, {}] }, false)).toEqual({ passed: 5, failed: 2 });
    expect(countPlaywright({ stats, errors: [] }, false)).toEqual({ passed: 5, failed: 1 });
    expect(countPlaywright(undefined, true)).toEqual({ passed: 0, failed: 1 });
  });
});
