import type { Judge } from "./judge.ts";
import { type HowMany, hostileBodies } from "./judges/bodies.ts";
import { cspEvaluator } from "./judges/csp-evaluator.ts";
import { markup } from "./judges/markup.ts";
import { observatory } from "./judges/observatory.ts";
import { recheck } from "./judges/recheck.ts";
import { restoreForgery } from "./judges/restore-forgery.ts";
import { rolesByCalls } from "./judges/roles.ts";
import { ffuf, sqlmap } from "./judges/scanners.ts";
import { secrets } from "./judges/secrets.ts";
import { slowhttptest } from "./judges/slow.ts";
import { verdictTruth } from "./judges/verdict-truth.ts";
import { wapiti } from "./judges/wapiti.ts";

/** All judges, one per line. `scan.test.ts` requires a mutant in `mutants.ts` for each. */
export const allJudges = (requests: HowMany): readonly Judge[] => [
  observatory,
  cspEvaluator,
  recheck,
  markup,
  secrets,
  hostileBodies(requests),
  slowhttptest,
  ffuf,
  wapiti,
  sqlmap,
  rolesByCalls,
  restoreForgery,
  verdictTruth({ ...requests, runs: Math.min(requests.runs, 100_000) }),
];
