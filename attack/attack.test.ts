import { afterAll, describe, expect, it } from "vitest";
import { hostileBodies } from "./judges/bodies.ts";
import { cspEvaluator } from "./judges/csp-evaluator.ts";
import { markup } from "./judges/markup.ts";
import { observatory } from "./judges/observatory.ts";
import { secrets } from "./judges/secrets.ts";
import { hold, trials } from "./mutants.ts";
import { judgesPackages } from "./programs.ts";
import { runJudges } from "./run.ts";
import { type Row, tableOf } from "./table.ts";

// The short run of `npm run attack`: what is missing on this machine is said, and counts as nothing.
const problem = judgesPackages.install(120);
if (problem !== undefined) console.warn(`Not heard: the judges of attack/package.json. ${problem}`);

const rows: Row[] = [];
afterAll(() => console.warn(tableOf(rows)));

describe("the judges find nothing", () => {
  it.each(
    [observatory, cspEvaluator, markup, secrets, hostileBodies({ runs: 2000, seconds: 240 })].map(
      (judge) => [judge.name, judge] as const,
    ),
  )("%s", async (_name, judge) => {
    const [row] = await runJudges([judge]);
    if (row === undefined) throw new Error("a judge said nothing");
    rows.push(row);
    if ("missing" in row) return;
    expect(row.findings).toEqual([]);
    expect(row.isMet).toBe(true);
  });
});

describe("and what is wrong on purpose they find", () => {
  const quick = trials.filter(({ wrong }) => /^(csp_evaluator|recheck|secretlint|fast-check: a body)/.test(wrong));
  it.each(quick.map((trial) => [trial.wrong, trial] as const))("%s", async (_wrong, trial) => {
    const { missing, caughtAs } = await hold(trial);
    expect(missing ?? caughtAs).toBeTruthy();
  });
});
