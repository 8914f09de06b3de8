import { parseArgs } from "node:util";
import { cspEvaluator } from "./judges/csp-evaluator.ts";
import { hostileBodies } from "./judges/bodies.ts";
import { markup } from "./judges/markup.ts";
import { observatory } from "./judges/observatory.ts";
import { ffuf, sqlmap } from "./judges/scanners.ts";
import { recheck } from "./judges/recheck.ts";
import { secrets } from "./judges/secrets.ts";
import { slowhttptest } from "./judges/slow.ts";
import { wapiti } from "./judges/wapiti.ts";
import { runMutants } from "./mutants.ts";
import { judgesPackages } from "./programs.ts";
import { runJudges } from "./run.ts";
import { isClean, tableOf } from "./table.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000000" },
    seed: { type: "string", default: "5" },
    path: { type: "string" },
    only: { type: "string" },
    mutants: { type: "boolean", default: false },
  },
});

const problem = judgesPackages.install();
if (problem !== undefined) console.log(problem);
if (values.mutants) {
  if (!(await runMutants(values.only))) process.exitCode = 1;
} else {
  const judges = [
    observatory,
    cspEvaluator,
    recheck,
    markup,
    secrets,
    hostileBodies({ runs: Number(values.runs), seed: Number(values.seed), path: values.path }),
    slowhttptest,
    ffuf,
    wapiti,
    sqlmap,
  ].filter(({ name }) => values.only === undefined || name.includes(values.only));
  const rows = await runJudges(judges);
  console.log(`\n${tableOf(rows)}`);
  if (!isClean(rows)) process.exitCode = 1;
}
