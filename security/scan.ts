import type { HowMany } from "./scanners/bodies.ts";
import type { Scanner } from "./scanner.ts";
import { mutantTable, runMutants, type Trial } from "./mutants.ts";
import { type ScanOptions, chosen, readOptions, usage } from "./options.ts";
import { problemsOf, type Row, tableOf } from "./table.ts";

/** The parts of a run; tests pass other scanners. */
export interface Parts {
  /** Builds and installs what is needed. False if there is nothing to scan. */
  prepare: (say: (line: string) => void) => boolean;
  scanners: (requests: HowMany) => readonly Scanner[];
  trials: readonly Trial[];
  run: (scanners: readonly Scanner[]) => Promise<Row[]>;
  say: (line: string) => void;
}

/**
 * Runs `npm run security` with these arguments.
 * @returns the exit code: 0 only if every scanner ran and finds nothing; 2 for bad options
 */
export async function scan(args: readonly string[], parts: Parts): Promise<number> {
  const read = readOptions(args);
  if ("text" in read) {
    parts.say(read.text);
    return read.code;
  }
  const { "allow-missing": allowMissing, ...values } = read.values;
  const options = { ...values, allowMissing };
  const all = options.mutants ? parts.trials : parts.scanners(options);
  const nameOf = (one: Scanner | Trial) => ("wrong" in one ? one.wrong : one.name);
  const { unknown } = chosen<Scanner | Trial>(all, nameOf, options.only);
  if (unknown.length > 0) {
    const known = all.map((one) => `  ${nameOf(one)}`).join("\n");
    return misused(
      `--only: there is no ${options.mutants ? "mutant" : "scanner"} "${unknown[0]}". There are:\n${known}`,
    );
  }
  if (!parts.prepare(parts.say)) return 1;
  return options.mutants ? tryMutants(options, parts) : runScans(options, parts);

  function misused(problem: string): number {
    parts.say(`${problem}\n\n${usage}`);
    return 2;
  }
}

async function runScans(options: ScanOptions, { scanners, run, say }: Parts): Promise<number> {
  const { found } = chosen(scanners(options), ({ name }) => name, options.only);
  const rows = await run(found);
  say(`\n${tableOf(rows, options.allowMissing)}`);
  const problems = problemsOf(rows, options.allowMissing);
  for (const problem of problems) say(problem);
  return problems.length === 0 ? 0 : 1;
}

async function tryMutants(options: ScanOptions, { trials, say }: Parts): Promise<number> {
  const outcomes = await runMutants(chosen(trials, ({ wrong }) => wrong, options.only).found);
  say(`\n${mutantTable(outcomes, options.allowMissing)}`);
  const alive = outcomes.filter((one) => one.caughtAs === undefined);
  const failed = options.allowMissing ? alive.filter((one) => one.missing === undefined) : alive;
  for (const { wrong, missing } of failed) {
    say(
      missing === undefined ? `Not caught: ${wrong}` : `Not killed, since its scanner is missing: ${wrong}: ${missing}`,
    );
  }
  return failed.length === 0 && outcomes.length > 0 ? 0 : 1;
}
