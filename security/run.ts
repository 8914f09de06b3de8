import type { Scanner, Missing, Verdict } from "./scanner.ts";
import { findProgram } from "./programs.ts";
import type { Row } from "./table.ts";
import { startTarget } from "./target.ts";

/** Runs the scanners one after the other, each on a new server, so that none sees what another left. */
export async function runScanners(
  scanners: readonly Scanner[],
  options: Parameters<typeof startTarget>[0] = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const scanner of scanners) {
    const started = performance.now();
    if (findProgram("openssl") === undefined) {
      const what = "openssl, which makes the certificate of the server, is not on this machine";
      rows.push({ scanner: scanner.name, missing: `${what} (Debian has it: apt-get install openssl)` });
      continue;
    }
    const said = await ask(scanner, options);
    rows.push({ scanner: scanner.name, ...said });
    const seconds = Math.round((performance.now() - started) / 1000);
    const outcome =
      "missing" in said ? `missing: ${said.missing}` : said.isMet ? "met" : `${said.findings.length} findings`;
    console.log(`${scanner.name}: ${outcome} (${seconds} s)`);
  }
  return rows;
}

/** A scanner that throws does not pass. */
async function ask(scanner: Scanner, options: Parameters<typeof startTarget>[0]): Promise<Verdict | Missing> {
  try {
    const target = await startTarget(options);
    try {
      return await scanner.run(target);
    } finally {
      await target.stop();
    }
  } catch (error) {
    const findings = [error instanceof Error ? error.message : String(error)];
    return { version: "?", checked: "failed", findings, aim: "an answer", isMet: false };
  }
}
