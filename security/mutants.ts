import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutant, openMutants } from "../chaos/lib/mutants.ts";
import { broken } from "./broken.ts";
import type { Scanner } from "./scanner.ts";
import { hostileBodies } from "./scanners/bodies.ts";
import { cspEvaluator } from "./scanners/csp-evaluator.ts";
import { markup } from "./scanners/markup.ts";
import { observatory } from "./scanners/observatory.ts";
import { recheckOver } from "./scanners/recheck.ts";
import { restoreForgery } from "./scanners/restore-forgery.ts";
import { rolesByCalls } from "./scanners/roles.ts";
import { ffuf, sqlmap } from "./scanners/fuzzers.ts";
import { secretsIn } from "./scanners/secrets.ts";
import { slowhttptest } from "./scanners/slow.ts";
import { verdictTruth } from "./scanners/verdict-truth.ts";
import { wapiti } from "./scanners/wapiti.ts";
import { runScanners } from "./run.ts";
import { problemsOf, type Row } from "./table.ts";

/** A scanner and a fault that it must find. */
export interface Trial {
  wrong: string;
  /** Texts that the findings must contain, so that the right fault is caught. */
  shows: readonly RegExp[];
  run: () => Promise<Row[]>;
}

/**
 * Builds a mutant and runs a scanner on it. If the fault needs special settings, the scanner must find nothing in the
 * unbroken product with the same settings.
 */
function built(scanner: Scanner, mutant: Mutant, shows: RegExp[], env?: Record<string, string>): Trial {
  return {
    wrong: `${scanner.name}: ${mutant.name}`,
    shows,
    async run() {
      const settings = env === undefined ? {} : { env };
      if (env !== undefined) {
        const whole = await runScanners([scanner], settings);
        const [problem] = problemsOf(whole, true);
        if (problem !== undefined) throw new Error(`${scanner.name} finds the same in the whole product`);
      }
      const mutants = openMutants();
      try {
        return await runScanners([scanner], { ...settings, dist: await mutants.build(mutant) });
      } finally {
        await mutants.close();
      }
    },
  };
}

/** Runs a scanner on a folder with one file. */
function overFile(
  what: { wrong: string; shows: RegExp[] },
  file: string,
  content: string,
  scannerOf: (dir: string) => Scanner,
): Trial {
  return {
    ...what,
    async run() {
      const dir = await mkdtemp(join(tmpdir(), "front-desk-mutant-"));
      try {
        await writeFile(join(dir, file), content);
        return await runScanners([scannerOf(dir)]);
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
  };
}

/** Enough to reach each call a few dozen times. */
const bodies = hostileBodies({ runs: 6400 });

/** Trials, at least one for each scanner, whose name comes first. */
export const trials: readonly Trial[] = [
  built(observatory, broken.inlineScripts, [/content-security-policy/]),
  built(observatory, broken.noHsts, [/strict-transport-security/]),
  built(observatory, broken.sniffed, [/x-content-type-options/]),
  built(cspEvaluator, broken.inlineScripts, [/unsafe-inline/]),
  overFile(
    { wrong: "recheck: a catastrophic expression", shows: [/exponential/] },
    "slow.ts",
    "export const slow = /^(a+)+$/;\n",
    recheckOver,
  ),
  built(markup, broken.sameIds, [/Duplicate ID/]),
  built(markup, broken.unclosed, [/Unclosed element|unclosed elements/]),
  overFile(
    { wrong: "secretlint: a committed key", shows: [/privatekey/i] },
    "key.txt",
    // Joined here, so that this file contains no key.
    [
      "-----BEGIN",
      "PRIVATE KEY-----\n",
      "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC".repeat(8),
      "\n-----END",
      "PRIVATE KEY-----\n",
    ].join(" "),
    (dir) => secretsIn(dir, ["key.txt"]),
  ),
  built(bodies, broken.throwing, [/POST \/api\/verify: answered 500/]),
  built(bodies, broken.undocumentedStatus, [/PUT \/api\/saved-replies\/\{id\}: answered 410, which the document/]),
  built(bodies, broken.undocumentedBody, [/POST \/api\/saved-replies: 201 is not as the document says/]),
  built(restoreForgery, broken.anyKey, [/^a stranger's backup was taken/, /on a new machine was taken/]),
  built(restoreForgery, broken.plainTaken, [/^a plain archive in place of the encrypted one was taken/]),
  built(restoreForgery, broken.unsignedTaken, [/^a backup without its signature was taken/]),
  // Connections are too few for all slow ones at once, but enough if each ends after 2 to 3 s.
  built(slowhttptest, broken.patient, [/visits were not answered/], {
    LIMIT_CONNECTIONS: "800",
    LIMIT_HEADER_SECONDS: "2",
    LIMIT_REQUEST_SECONDS: "2",
    LIMIT_STALL_SECONDS: "2",
  }),
  built(ffuf, broken.leftFiles, [/\/\.env answered 200/, /\/backup\.sqlite answered 200/]),
  built(wapiti, broken.framed, [/X-Frame-Options/]),
  built(wapiti, broken.unescaped, [/Cross Site Scripting: \/verify/]),
  built(wapiti, broken.openToOthers, [/Lack of anti CSRF token/]),
  built(verdictTruth({ runs: 5000 }), broken.twice, [/is said to be/]),
  built(verdictTruth({ runs: 5000 }), broken.dotSegments, [/\.\.|%2e/i]),
  built(sqlmap, broken.concatenated, [/^\/api\/contact-inquiries\?search/]),
  built(rolesByCalls, broken.agentsAreOwners, [/^GET \/api\/backups: an agent is not answered with 403/]),
  built(rolesByCalls, broken.strangersAreTeam, [
    /^GET \/api\/members: nobody is not answered with 401/,
    /^GET \/api\/members: a forged session is not answered with 401/,
    /^GET \/api\/members: a deactivated member's session is not answered with 401/,
  ]),
  built(rolesByCalls, broken.guardedLate, [/^POST \/api\/contacts: nobody is not answered with 401 at once: 41[35]/]),
  built(rolesByCalls, broken.foreignFirst, [
    /^POST \/api\/contacts: nobody from another site is not answered with 401 at once: 403/,
  ]),
  built(rolesByCalls, broken.setUpLater, [
    /^GET \/api\/contacts: an agent who must set up a second factor is not answered with 403/,
  ]),
  built(rolesByCalls, broken.newCall, [/^GET \/api\/unsaid: nobody has said who may call it/]),
];

/** Runs a trial. `caughtAs` is the finding that shows the fault, if it was caught. */
export async function hold({ shows, run }: Trial): Promise<{ missing?: string; caughtAs?: string }> {
  const rows = await run();
  const findings = rows.flatMap((row) => ("missing" in row ? [] : row.findings));
  const missing = rows.find((row) => "missing" in row)?.missing;
  if (missing !== undefined) return { missing };
  const caught = shows.map((sign) => findings.find((finding) => sign.test(finding)));
  if (!caught.includes(undefined)) return { caughtAs: caught.join(" + ") };
  console.log(`Not as it should be found: ${JSON.stringify(findings, null, 2)}`);
  return {};
}

export interface Outcome {
  wrong: string;
  missing?: string | undefined;
  /** The finding that shows the mutant was caught. Undefined if it survived or its scanner did not run. */
  caughtAs?: string | undefined;
}

/** Runs the trials one after the other. */
export async function runMutants(chosen: readonly Trial[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const trial of chosen) {
    const outcome = await hold(trial).catch((error: unknown) => {
      console.log(error);
      return {};
    });
    outcomes.push({ wrong: trial.wrong, ...outcome });
  }
  return outcomes;
}

/** The results of the mutants as a Markdown table. */
export function mutantTable(outcomes: readonly Outcome[], allowMissing: boolean): string {
  const lines = outcomes.map(({ wrong, missing, caughtAs }) => {
    const notRun = allowMissing ? "not run (allowed)" : "NOT RUN";
    const outcome = missing !== undefined ? notRun : caughtAs === undefined ? "NOT CAUGHT" : "caught";
    const shown = (missing ?? caughtAs ?? "").replaceAll(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 160);
    return `| ${wrong} | ${outcome} | ${shown} |`;
  });
  return ["| wrong on purpose | outcome | as |", "| --- | --- | --- |", ...lines].join("\n");
}
