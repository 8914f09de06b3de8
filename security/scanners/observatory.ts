import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Scanner } from "../scanner.ts";
import { documentsOf } from "../pages.ts";
import { scannersDir, scannerPackages, notInstalled, runProgram } from "../programs.ts";

const name = "@mdn/mdn-http-observatory";
const aim = 135;

const outputSchema = z.union([
  z.object({ error: z.string() }),
  z.object({
    scan: z.object({ score: z.number(), grade: z.string(), testsPassed: z.number(), testsQuantity: z.number() }),
    tests: z.record(z.string(), z.object({ result: z.string(), pass: z.boolean(), scoreModifier: z.number() })),
  }),
]);

/** Runs MDN's scanner, unchanged, on every page with status 200 (it accepts no other). */
export const observatory: Scanner = {
  name: "MDN HTTP Observatory",
  async run(target) {
    const version = scannerPackages.versionOf(name);
    if (version === undefined) return notInstalled(name);
    const folder = join(scannersDir, "node_modules", name);
    // Its install script downloads the browsers' preload list, which does not contain `localhost`.
    const list = join(folder, "conf/hsts-preload.json");
    if (!existsSync(list)) {
      mkdirSync(join(folder, "conf"), { recursive: true });
      writeFileSync(list, "{}");
    }
    const pages = [
      ...new Set(
        documentsOf(target)
          .filter(({ status }) => status === 200)
          .map(({ url }) => url),
      ),
    ];
    const host = new URL(target.secureOrigin).host;
    const scores: string[] = [];
    const findings: string[] = [];
    for (const url of pages) {
      const { stdout, stderr } = await runProgram(process.execPath, [join(folder, "src/scan.js"), host + url], {
        seconds: 60,
        env: { NODE_EXTRA_CA_CERTS: target.cert },
      });
      const output = outputSchema.safeParse(parse(stdout));
      if (!output.success) findings.push(`${url}: no answer: ${stdout}${stderr}`.slice(0, 300));
      else if ("error" in output.data) findings.push(`${url}: ${output.data.error}`);
      else {
        const { scan, tests } = output.data;
        const score = `${scan.score} ${scan.grade} ${scan.testsPassed}/${scan.testsQuantity}`;
        scores.push(score);
        if (scan.score < aim || scan.grade !== "A+" || scan.testsPassed < scan.testsQuantity) {
          const weak = Object.entries(tests).filter(([, test]) => !test.pass || test.scoreModifier < 0);
          findings.push(`${url}: ${score} ${weak.map(([test, { result }]) => `${test}: ${result}`).join(", ")}`);
        }
      }
    }
    return {
      version,
      checked: `${pages.length} pages over https: ${[...new Set(scores)].join("; ")}`,
      findings,
      aim: `${aim}, A+, 10/10`,
      isMet: findings.length === 0 && scores.length === pages.length,
    };
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
