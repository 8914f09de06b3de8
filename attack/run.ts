import type { Judge } from "./judge.ts";
import { findProgram } from "./programs.ts";
import type { Row } from "./table.ts";
import { startTarget } from "./target.ts";

/** Asks each judge, one after the other, about a server of its own: none meets what another has left behind. */
export async function runJudges(
  judges: readonly Judge[],
  options: Parameters<typeof startTarget>[0] = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const judge of judges) {
    const started = performance.now();
    if (findProgram("openssl") === undefined) {
      rows.push({ judge: judge.name, missing: "there is no openssl, which makes the certificate of the server" });
      continue;
    }
    const target = await startTarget(options);
    try {
      const said = await judge.run(target).catch((error: unknown) => ({
        version: "?",
        looked: "failed",
        findings: [error instanceof Error ? error.message : String(error)],
        aim: "an answer",
        isMet: false,
      }));
      rows.push({ judge: judge.name, ...said });
      const seconds = Math.round((performance.now() - started) / 1000);
      const outcome =
        "missing" in said ? `missing: ${said.missing}` : said.isMet ? "met" : `${said.findings.length} findings`;
      console.log(`${judge.name}: ${outcome} (${seconds} s)`);
    } finally {
      await target.stop();
    }
  }
  return rows;
}
