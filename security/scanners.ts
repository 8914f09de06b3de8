import type { Scanner } from "./scanner.ts";
import { type HowMany, hostileBodies } from "./scanners/bodies.ts";
import { cspEvaluator } from "./scanners/csp-evaluator.ts";
import { markup } from "./scanners/markup.ts";
import { observatory } from "./scanners/observatory.ts";
import { recheck } from "./scanners/recheck.ts";
import { restoreForgery } from "./scanners/restore-forgery.ts";
import { rolesByCalls } from "./scanners/roles.ts";
import { ffuf, sqlmap } from "./scanners/fuzzers.ts";
import { secrets } from "./scanners/secrets.ts";
import { slowhttptest } from "./scanners/slow.ts";
import { verdictTruth } from "./scanners/verdict-truth.ts";
import { wapiti } from "./scanners/wapiti.ts";

/** All scanners, one per line. `scan.test.ts` requires a mutant in `mutants.ts` for each. */
export const allScanners = (requests: HowMany): readonly Scanner[] => [
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
