import { afterAll, describe, expect, it } from "vitest";
import { provideProgram } from "../scripts/debian.js";
import { hostileBodies } from "./judges/bodies.ts";
import { cspEvaluator } from "./judges/csp-evaluator.ts";
import { markup } from "./judges/markup.ts";
import { observatory } from "./judges/observatory.ts";
import { rolesByCalls } from "./judges/roles.ts";
import { secrets } from "./judges/secrets.ts";
import { restoreForgery } from "./judges/restore-forgery.ts";
import { verdictTruth } from "./judges/verdict-truth.ts";
import { hold, trials } from "./mutants.ts";
import { judgesPackages } from "./programs.ts";
import { runJudges } from "./run.ts";
import { problemsOf, type Row, tableOf } from "./table.ts";

// The short form of `npm run security`. `npm test` runs with only Node installed and names the missing judges.
// `npm test -- --all` installs what they need if it can, and fails if one is still missing.
const isWhole = process.env["TEST_ALL"] === "1";
const allowMissing = !isWhole || process.env["SECURITY_ALLOW_MISSING"] === "true";
if (isWhole) {
  provideProgram("java", "default-jre-headless");
  provideProgram("openssl");
}
const problem = judgesPackages.install(120);
if (problem !== undefined) console.warn(`Not heard: the judges of security/package.json. ${problem}`);

const rows: Row[] = [];
afterAll(() => console.warn(tableOf(rows, allowMissing)));

describe("the judges find nothing", () => {
  it.each(
    [
      observatory,
      cspEvaluator,
      markup,
      secrets,
      rolesByCalls,
      restoreForgery,
      hostileBodies({ runs: 2000, seconds: 240 }),
      verdictTruth({ runs: 5000 }),
    ].map((judge) => [judge.name, judge] as const),
  )("%s", async (_name, judge) => {
    const heard = await runJudges([judge]);
    rows.push(...heard);
    expect(problemsOf(heard, allowMissing), tableOf(heard)).toEqual([]);
  });
});

describe("and what is wrong on purpose they find", () => {
  const names = [
    "csp_evaluator",
    "recheck",
    "secretlint",
    "fast-check: a body",
    "roles × calls: an owner's call",
    "roles × calls: the guard comes",
    "restore forgery: a restore takes a backup",
  ];
  const quick = trials.filter(({ wrong }) => names.some((name) => wrong.startsWith(name)));
  it.each(quick.map((trial) => [trial.wrong, trial] as const))("%s", async (_wrong, trial) => {
    const { missing, caughtAs } = await hold(trial);
    if (missing !== undefined && allowMissing) return;
    expect(missing).toBeUndefined();
    expect(caughtAs).toBeTruthy();
  });
});
