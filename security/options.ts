import { flag, type Option, parseArguments, UsageError, whole } from "../src/server/lib/command-line.ts";

export interface ScanOptions {
  runs: number;
  seed: number;
  path: string | undefined;
  only: readonly string[];
  mutants: boolean;
  allowMissing: boolean;
}

export const usage = `npm run security -- [options]
  --only <name>     only scanners (with --mutants: mutants) whose name contains this; repeat it for several
  --mutants         break the product on purpose, which each scanner must find
  --allow-missing   do not fail because a scanner or a program is not on this machine
  --runs <n>        how many requests fast-check makes (1000000)
  --seed <n>        which ones (5)
  --path <path>     goes straight to a batch that fast-check has found`;

const pathOption: Option<string | undefined> = {
  type: "string",
  read([given]) {
    if (given === undefined || /^[\d:]+$/.test(given)) return given;
    throw new UsageError("must be numbers, such as 9 or 9:1");
  },
};

const onlyOption: Option<readonly string[]> = {
  type: "string",
  read(given) {
    if (given.every((name) => name.trim() !== "")) return given;
    throw new UsageError("must be a name");
  },
};

/** Reads the options of `npm run security`, or says what to print instead. */
export function readOptions(args: readonly string[]) {
  return parseArguments(
    {
      usage,
      options: {
        runs: whole(1_000_000),
        seed: whole(5, 0),
        path: pathOption,
        only: onlyOption,
        mutants: flag,
        "allow-missing": flag,
      },
    },
    args,
  );
}

/** The entries that `only` names, or all if it is empty. `unknown` are names without an entry. */
export function chosen<T>(all: readonly T[], nameOf: (one: T) => string, only: readonly string[]) {
  const has = (one: T, part: string) => nameOf(one).toLowerCase().includes(part.toLowerCase());
  return {
    found: only.length === 0 ? [...all] : all.filter((one) => only.some((part) => has(one, part))),
    unknown: only.filter((part) => !all.some((one) => has(one, part))),
  };
}
