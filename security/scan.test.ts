import { afterAll, describe, expect, it } from "vitest";
import { provideProgram } from "../scripts/programs/debian.js";
import { hostileBodies } from "./scanners/bodies.ts";
import { cspEvaluator } from "./scanners/csp-evaluator.ts";
import { markup } from "./scanners/markup.ts";
import { observatory } from "./scanners/observatory.ts";
import { rolesByCalls } from "./scanners/roles.ts";
import { secrets } from "./scanners/secrets.ts";
import { restoreForgery } from "./scanners/restore-forgery.ts";
import { verdictTruth } from "./scanners/verdict-truth.ts";
import { hold, trials } from "./mutants.ts";
import { scannerPackages } from "./programs.ts";
import { runScanners } from "./run.ts";
import { problemsOf, type Row, tableOf } from "./table.ts";

// The short form of `npm run security`. `npm test` runs with only Node installed and names the missing scanners.
// `npm test -- --all` installs what they need if it can, and fails if one is still missing.
const isWhole = process.env["TEST_ALL"] === "1";
const allowMissing = !isWhole || process.env["SECURITY_ALLOW_MISSING"] === "true";
if (isWhole) {
  provideProgram("java", "default-jre-headless");
  provideProgram("openssl");
}
const problem = scannerPackages.install(120);
if (problem !== undefined) console.warn(`Not run: the scanners of security/package.json. ${problem}`);

const rows: Row[] = [];
afterAll(() => console.warn(tableOf(rows, allowMissing)));

describe("the scanners find nothing", () => {
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
    ].map((scanner) => [scanner.name, scanner] as const),
  )("%s", async (_name, scanner) => {
    const found = await runScanners([scanner]);
    rows.push(...found);
    expect(problemsOf(found, allowMissing), tableOf(found)).toEqual([]);
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
