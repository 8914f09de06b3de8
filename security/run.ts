import type { Judge, Missing, Verdict } from "./judge.ts";
import { findProgram } from "./programs.ts";
import type { Row } from "./table.ts";
import { startTarget } from "./target.ts";

/** Runs the judges one after the other, each on a new server, so that none sees what another left. */
export async function runJudges(
  judges: readonly Judge[],
  options: Parameters<typeof startTarget>[0] = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const judge of judges) {
    const started = performance.now();
    if (findProgram("openssl") === undefined) {
      const what = "openssl, which makes the certificate of the server, is not on this machine";
      rows.push({ judge: judge.name, missing: `${what} (Debian has it: apt-get install openssl)` });
      continue;
    }
    const said = await ask(judge, options);
    rows.push({ judge: judge.name, ...said });
    const seconds = Math.round((performance.now() - started) / 1000);
    const outcome =
      "missing" in said ? `missing: ${said.missing}` : said.isMet ? "met" : `${said.findings.length} findings`;
    console.log(`${judge.name}: ${outcome} (${seconds} s)`);
  }
  return rows;
}

/** A judge that throws does not pass. */
async function ask(judge: Judge, options: Parameters<typeof startTarget>[0]): Promise<Verdict | Missing> {
  try {
    const target = await startTarget(options);
    try {
      return await judge.run(target);
    } finally {
      await target.stop();
    }
  } catch (error) {
    const findings = [error instanceof Error ? error.message : String(error)];
    return { version: "?", looked: "failed", findings, aim: "an answer", isMet: false };
  }
}
