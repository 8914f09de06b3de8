import { stripVTControlCharacters } from "node:util";
import { type Scanner, noFindings } from "../scanner.ts";
import { findProgram, notHere, runProgram } from "../programs.ts";

/** Slow headers, slow bodies and slow reading, with their arguments. */
const ways: Array<[what: string, args: string[], path: string]> = [
  ["slow headers", ["-H", "-i", "5", "-x", "24"], "/"],
  ["slow bodies", ["-B", "-i", "5", "-s", "8192", "-x", "24"], "/contact/message"],
  ["slow reading", ["-X", "-n", "5", "-w", "512", "-y", "1024", "-z", "32", "-k", "3"], "/privacy"],
];

/** Measures a visitor's requests until `until` is true. */
async function visit(origin: string, until: () => boolean): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  while (!until()) {
    const started = performance.now();
    const ok = await fetch(origin, { signal: AbortSignal.timeout(5000) }).then(
      async (response) => (await response.text()).length > 0 && response.ok,
      () => false,
    );
    if (ok) times.push(performance.now() - started);
    else failed += 1;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  return { times: times.toSorted((a, b) => a - b), failed };
}

/** Opens 1,000 slow connections of each kind while a visitor requests the home page 20 times a second. */
export const slowhttptest: Scanner = {
  name: "slowhttptest",
  async run(target) {
    const program = findProgram("slowhttptest");
    if (program === undefined) return notHere("slowhttptest");
    const findings: string[] = [];
    const checked: string[] = [];
    for (const [what, args, path] of ways) {
      let isOver = false;
      const visiting = visit(target.origin, () => isOver);
      const common = ["-c", "1000", "-r", "200", "-l", "20", "-p", "3", "-v", "1"];
      const { stdout } = await runProgram(program, [...args, ...common, "-u", target.origin + path], { seconds: 60 });
      isOver = true;
      const { times, failed } = await visiting;
      const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
      checked.push(`${what}: ${times.length} of ${times.length + failed} visits answered, p99 ${p99} ms`);
      if (failed > 0 || times.length === 0) findings.push(`${what}: ${failed} visits were not answered`);
      if (/service available:\s+NO/.test(stripVTControlCharacters(stdout)))
        findings.push(`${what}: it calls the service unavailable`);
    }
    return noFindings("1.8.2", checked.join("; "), findings);
  },
};
