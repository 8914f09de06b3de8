import { describe, expect, it } from "vitest";
import { countPlaywright, countVitest, tryAlone } from "./test-counts.js";

/**
 * @param {string} status of the file
 * @param {string[]} tests
 */
const file = (status, ...tests) => ({
  name: "src/a.test.ts",
  status,
  message: "cannot be loaded",
  assertionResults: tests.map((test, index) => ({
    fullName: `test ${index}`,
    status: test,
    failureMessages: test === "failed" ? ["expected 1\n  at a line"] : [],
  })),
});
const alone = ["src/a.test.ts"];
const failed = (/** @type {number} */ index) => ({
  text: `src/a.test.ts › test ${index}\n    expected 1\n      at a line`,
  alone,
});
const brokenDown = [{ text: expect.stringContaining("the runner failed") }];
const noReport = [{ text: "the runner left no report" }];

describe("the count of unit tests", () => {
  it("adds up the files, and lists what failed and why", () => {
    const report = { testResults: [file("passed", "passed", "passed"), file("failed", "passed", "failed")] };
    expect(countVitest(report, false)).toEqual({ passed: 3, failures: [failed(1)] });
  });

  it.each(["skipped", "pending", "todo"])("has a %s test fail", (status) => {
    const failures = [{ text: `src/a.test.ts › test 1\n    ${status}`, alone }];
    expect(countVitest({ testResults: [file("passed", "passed", status)] }, true)).toEqual({ passed: 1, failures });
  });

  it("has a file fail that could not be loaded", () => {
    const report = { testResults: [file("passed", "passed"), file("failed"), file("failed", "failed")] };
    const failures = [{ text: "src/a.test.ts\n    cannot be loaded", alone }, failed(0)];
    expect(countVitest(report, false)).toEqual({ passed: 1, failures });
  });

  it("has a file fail whose hook failed, of which the report does not say why", () => {
    const { failures } = countVitest({ testResults: [{ ...file("failed", "skipped"), message: "" }] }, false);
    expect(failures).toEqual([
      { text: "src/a.test.ts › test 0\n    skipped", alone },
      { text: "src/a.test.ts\n    a hook of it failed: see its own lines above", alone },
    ]);
  });

  it("has a runner fail that fails although its tests pass, or that leaves no report", () => {
    expect(countVitest({ testResults: [file("passed", "passed")] }, false)).toEqual({
      passed: 1,
      failures: brokenDown,
    });
    expect(countVitest(undefined, false)).toEqual({ passed: 0, failures: noReport });
  });
});

it("has a run fail for an error that belongs to no test, whatever the tests do alone", async () => {
  const counts = countVitest({ testResults: [file("failed", "failed")] }, false, ["lost"]);
  const outside = { text: "an error outside of tests\n    lost" };
  expect(counts.failures).toEqual([outside, failed(0)]);
  const { failures } = await tryAlone(counts, () => Promise.resolve({ passed: 1, failures: [] }));
  expect(failures).toEqual([outside]);
});

describe("the count of browser tests", () => {
  /** @param {string} status */
  const spec = (status) => ({
    title: "the form",
    file: "form.spec.ts",
    line: 7,
    tests: [
      { status, projectName: "phone", results: [{}, { status, errors: [{ message: "\u001b[31mlate\u001b[0m" }] }] },
    ],
  });
  const skipped = { ...spec("skipped"), tests: [{ status: "skipped", projectName: "phone", results: [] }] };
  const onPhone = ["e2e/form.spec.ts:7", "--project=phone"];
  const suites = [{ specs: [spec("expected")], suites: [{ specs: [spec("expected")] }] }];

  it("has a test fail that passed at its second try", () => {
    const report = { suites: [...suites, { specs: [spec("flaky")] }], errors: [] };
    const failures = [{ text: "form.spec.ts:7 › the form (phone)\n    late", alone: onPhone }];
    expect(countPlaywright(report, true)).toEqual({ passed: 2, failures });
  });

  it("lists what failed, where and why", () => {
    const report = { suites: [...suites, { specs: [spec("unexpected")] }], errors: [] };
    const failures = [{ text: "form.spec.ts:7 › the form (phone)\n    late", alone: onPhone }];
    expect(countPlaywright(report, false)).toEqual({ passed: 2, failures });
  });

  it("has a test fail that did not run", () => {
    const failures = [{ text: "form.spec.ts:7 › the form (phone)\n    skipped", alone: onPhone }];
    expect(countPlaywright({ suites: [{ specs: [skipped] }], errors: [] }, true)).toEqual({ passed: 0, failures });
  });

  it("has the runner's own errors fail, and a runner that leaves no report", () => {
    const errors = [{ message: "no server" }, {}];
    expect(countPlaywright({ suites, errors }, false)).toEqual({
      passed: 2,
      failures: [{ text: "Playwright\n    no server" }, { text: "Playwright\n    " }],
    });
    expect(countPlaywright({ suites, errors: [] }, false)).toEqual({ passed: 2, failures: brokenDown });
    expect(countPlaywright(undefined, true)).toEqual({ passed: 0, failures: noReport });
  });
});

describe("another look at failed tests", () => {
  const steady = { passed: 3, failures: [] };
  const failing = { passed: 0, failures: [{ text: "again" }] };
  const [first, second] = [
    { text: "first", alone: ["a"] },
    { text: "second", alone: ["b"] },
  ];

  it("counts one that then passes five times as passed, names it, and has one fail that fails once more", async () => {
    /** @type {string[]} */
    const tried = [];
    const found = await tryAlone({ passed: 7, failures: [first, second] }, ([name = ""]) => {
      tried.push(name);
      return Promise.resolve(tried.length === 8 ? failing : steady);
    });
    expect(found).toEqual({ passed: 8, failures: [second], unsteady: ["first"] });
    expect(tried.join("")).toBe("aaaaabbb");
  });

  it("has fail what cannot be run by itself, what then runs nothing, and more than three", async () => {
    const none = { passed: 0, failures: [] };
    expect(
      await tryAlone({ passed: 7, failures: [{ text: "the build" }, first] }, () => Promise.resolve(none)),
    ).toEqual({
      passed: 7,
      failures: [{ text: "the build" }, first],
      unsteady: [],
    });
    const four = [first, second, first, second];
    expect(await tryAlone({ passed: 7, failures: four }, () => Promise.resolve(steady))).toEqual({
      passed: 7,
      failures: four,
      unsteady: [],
    });
  });
});
