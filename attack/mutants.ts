import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mutant, openMutants } from "../torture/mutants.ts";
import type { Judge } from "./judge.ts";
import { cspEvaluator } from "./judges/csp-evaluator.ts";
import { hostileBodies } from "./judges/bodies.ts";
import { markup } from "./judges/markup.ts";
import { observatory } from "./judges/observatory.ts";
import { recheckOver } from "./judges/recheck.ts";
import { ffuf, sqlmap, wapiti } from "./judges/scanners.ts";
import { secretsIn } from "./judges/secrets.ts";
import { slowhttptest } from "./judges/slow.ts";
import { runJudges } from "./run.ts";
import { isClean, type Row } from "./table.ts";

/** A judge before something that is wrong on purpose, which it must find. */
interface Trial {
  wrong: string;
  run: () => Promise<Row[]>;
}

const headers: Mutant = {
  name: "inline scripts are allowed",
  changes: [
    {
      file: "src/server/security-headers.ts",
      find: `["'strict-dynamic'", "'self'", ...inline.scripts.map(hashSource)]`,
      replace: `["'self'", "'unsafe-inline'"]`,
    },
  ],
};
const invalid: Mutant = {
  name: "a document has two ids that are the same",
  changes: [
    {
      file: "src/web/document.tsx",
      find: `<div id="root" data-page={name}`,
      replace: `<div id="root"><p id="root" align="left">x</p></div><div id="root" data-page={name}`,
    },
  ],
};
const throwing: Mutant = {
  name: "a route that throws on an odd body",
  changes: [
    {
      file: "src/server/services/verify.ts",
      find: "      const asked = readAsked(text, reader);",
      replace: `      if (/[^\\x00-\\x7f]/.test(text)) throw new Error("odd");\n      const asked = readAsked(text, reader);`,
    },
  ],
};

const openFile: Mutant = {
  name: "the environment's file is served",
  changes: [
    {
      file: "src/server/app.ts",
      find: "  health(app, services.ping);",
      replace: `  health(app, services.ping);\n  app.get("/.env", { config: { access: "anyone" } }, async () => "DATA_DIR=data");`,
    },
  ],
};
const framed: Mutant = {
  name: "a header is missing",
  changes: [
    {
      file: "src/server/security-headers.ts",
      find: `    xFrameOptions: { action: "deny" },`,
      replace: "    xFrameOptions: false,",
    },
  ],
};
const concatenated: Mutant = {
  name: "SQL by concatenation",
  changes: [
    {
      file: "src/server/services/inquiries.ts",
      find: "    findByReceipt: (key: string) => store.findByReceipt(hashToken(key)),",
      replace: "    findByReceipt: (key: string) => store.findByReceipt(key),",
    },
    {
      file: "src/server/store/inquiries.ts",
      find: `        .where("receipt_hash", "=", receiptHash)`,
      replace: "        .where(rawSql<boolean>`${rawSql.raw(`receipt_hash = '${receiptHash}'`)}`)",
    },
    {
      file: "src/server/store/inquiries.ts",
      find: `import { emptyLog } from "./sqlite.ts";`,
      replace: `import { emptyLog } from "./sqlite.ts";\nimport { sql as rawSql } from "kysely";`,
    },
  ],
};

/** Builds a mutant and lets a judge look at it. */
function built(judge: Judge, mutant: Mutant): Trial {
  return {
    wrong: `${judge.name}: ${mutant.name}`,
    async run() {
      const mutants = openMutants();
      try {
        return await runJudges([judge], { dist: await mutants.build(mutant) });
      } finally {
        await mutants.close();
      }
    },
  };
}

/** A judge over a folder with one file in it. */
function overFile(wrong: string, file: string, content: string, judgeOf: (dir: string) => Judge): Trial {
  return {
    wrong,
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

/** Every judge once; a name in front of each says whose it is. */
export const trials: readonly Trial[] = [
  built(observatory, headers),
  built(cspEvaluator, headers),
  built(markup, invalid),
  overFile("recheck: a catastrophic expression", "slow.ts", "export const slow = /^(a+)+$/;\n", recheckOver),
  // Put together here, so that this file holds no key.
  overFile(
    "secretlint: a committed key",
    "key.txt",
    [
      "-----BEGIN",
      "PRIVATE KEY-----\n",
      "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC".repeat(8),
      "\n-----END",
      "PRIVATE KEY-----\n",
    ].join(" "),
    (dir) => secretsIn(dir, ["key.txt"]),
  ),
  built(hostileBodies({ runs: 6400 }), throwing),
  built(ffuf, openFile),
  built(wapiti, framed),
  built(sqlmap, concatenated),
  {
    wrong: "slowhttptest: twenty connections, which nothing ends",
    run: () =>
      runJudges([slowhttptest], {
        env: {
          LIMIT_CONNECTIONS: "20",
          LIMIT_HEADER_SECONDS: "600",
          LIMIT_REQUEST_SECONDS: "600",
          LIMIT_STALL_SECONDS: "0",
        },
      }),
  },
];

/** Whether each judge finds what is wrong on purpose; says so line by line. */
export async function runMutants(only: string | undefined): Promise<boolean> {
  let all = true;
  for (const { wrong, run } of trials.filter((trial) => only === undefined || trial.wrong.includes(only))) {
    const rows = await run();
    const missing = rows.find((row) => "missing" in row);
    const caught = !isClean(rows);
    if (missing === undefined && !caught) all = false;
    console.log(`${missing !== undefined ? "not heard" : caught ? "caught" : "NOT CAUGHT"}  ${wrong}`);
  }
  return all;
}
