import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutant, openMutants } from "../torture/mutants.ts";
import { broken } from "./broken.ts";
import type { Judge } from "./judge.ts";
import { hostileBodies } from "./judges/bodies.ts";
import { cspEvaluator } from "./judges/csp-evaluator.ts";
import { markup } from "./judges/markup.ts";
import { observatory } from "./judges/observatory.ts";
import { recheckOver } from "./judges/recheck.ts";
import { ffuf, sqlmap } from "./judges/scanners.ts";
import { secretsIn } from "./judges/secrets.ts";
import { slowhttptest } from "./judges/slow.ts";
import { wapiti } from "./judges/wapiti.ts";
import { runJudges } from "./run.ts";
import { isClean, type Row } from "./table.ts";

/** A judge before something that is wrong on purpose. */
interface Trial {
  wrong: string;
  /** What its findings must say, so that it is caught as what it is. */
  shows: readonly RegExp[];
  run: () => Promise<Row[]>;
}

/** Builds a mutant and lets a judge look at it. Where settings of its own make the fault show, the judge must find nothing in the whole product with the same ones. */
function built(judge: Judge, mutant: Mutant, shows: RegExp[], env?: Record<string, string>): Trial {
  return {
    wrong: `${judge.name}: ${mutant.name}`,
    shows,
    async run() {
      const settings = env === undefined ? {} : { env };
      if (env !== undefined) {
        const whole = await runJudges([judge], settings);
        if (!isClean(whole)) throw new Error(`${judge.name} finds the same in the whole product`);
      }
      const mutants = openMutants();
      try {
        return await runJudges([judge], { ...settings, dist: await mutants.build(mutant) });
      } finally {
        await mutants.close();
      }
    },
  };
}

/** A judge over a folder with one file in it. */
function overFile(
  what: { wrong: string; shows: RegExp[] },
  file: string,
  content: string,
  judgeOf: (dir: string) => Judge,
): Trial {
  return {
    ...what,
    async run() {
      const dir = await mkdtemp(join(tmpdir(), "front-desk-mutant-"));
      try {
        await writeFile(join(dir, file), content);
        return await runJudges([judgeOf(dir)]);
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
  };
}

/** So many meet each call some dozens of times. */
const bodies = hostileBodies({ runs: 6400 });

/** At least one for each judge; a name in front of each says whose it is. */
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
    // Put together here, so that this file holds no key.
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
  // Too few connections for all slow ones at once, and enough where each ends after two or three seconds.
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
  built(sqlmap, broken.concatenated, [/^\/api\/contact-inquiries\?search/]),
];

/** What came of a trial: what the judge said that shows it, where it was caught. */
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

/** Whether each judge finds what is wrong on purpose; says so line by line. */
export async function runMutants(only: string | undefined): Promise<boolean> {
  const lines: string[] = [];
  let all = true;
  for (const trial of trials.filter(({ wrong }) => only === undefined || wrong.includes(only))) {
    const { missing, caughtAs } = await hold(trial).catch((error: unknown) => {
      console.log(error);
      return { missing: undefined, caughtAs: undefined };
    });
    if (missing === undefined && caughtAs === undefined) all = false;
    const outcome = missing !== undefined ? "not heard" : caughtAs === undefined ? "NOT CAUGHT" : "caught";
    lines.push(
      `| ${trial.wrong} | ${outcome} | ${(missing ?? caughtAs ?? "").replaceAll(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 160)} |`,
    );
  }
  console.log(["", "| wrong on purpose | outcome | as |", "| --- | --- | --- |", ...lines].join("\n"));
  return all;
}
