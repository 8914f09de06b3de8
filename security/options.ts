import { parseArgs } from "node:util";

export interface ScanOptions {
  runs: number;
  seed: number;
  path: string | undefined;
  only: string[];
  mutants: boolean;
  allowMissing: boolean;
}

export const usage = `Usage: npm run security -- [options]
  --only <name>     only scanners (with --mutants: mutants) whose name contains this; repeat it for several
  --mutants         break the product on purpose, which each scanner must find
  --allow-missing   do not fail because a scanner or a program is not on this machine
  --runs <n>        how many requests fast-check makes (1000000)
  --seed <n>        which ones (5)
  --path <path>     goes straight to a batch that fast-check has found`;

const whole = (text: string) => /^\d{1,12}$/.test(text);

/** Reads the options of `npm run security`; `problem` describes what is wrong with them. */
export function readOptions(args: readonly string[]): { options: ScanOptions } | { problem: string } {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: "string", default: "1000000" },
        seed: { type: "string", default: "5" },
        path: { type: "string" },
        only: { type: "string", multiple: true, default: [] },
        mutants: { type: "boolean", default: false },
        "allow-missing": { type: "boolean", default: false },
      },
    }));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const { runs, seed, path, only, mutants } = values;
  if (!whole(runs) || Number(runs) === 0) return { problem: "--runs must be a whole number from 1" };
  if (!whole(seed)) return { problem: "--seed must be a whole number" };
  if (path !== undefined && !/^[\d:]+$/.test(path)) return { problem: "--path must be numbers, such as 9 or 9:1" };
  if (only.some((name) => name.trim() === "")) return { problem: "--only must be a name" };
  const numbers = { runs: Number(runs), seed: Number(seed) };
  return { options: { ...numbers, path, only, mutants, allowMissing: values["allow-missing"] } };
}

/** The entries that `only` names, or all if it is empty. `unknown` are names without an entry. */
export function chosen<T>(all: readonly T[], nameOf: (one: T) => string, only: readonly string[]) {
  const has = (one: T, part: string) => nameOf(one).toLowerCase().includes(part.toLowerCase());
  return {
    found: only.length === 0 ? [...all] : all.filter((one) => only.some((part) => has(one, part))),
    unknown: only.filter((part) => !all.some((one) => has(one, part))),
  };
}
