import type { Target } from "./target.ts";

/** The result of one scanner; `isMet` if its aim is reached. */
export interface Verdict {
  version: string;
  /** What the scanner checked, in a few words. */
  looked: string;
  findings: string[];
  aim: string;
  isMet: boolean;
}

/** Why a scanner cannot run on this machine, and how to get what is missing. */
export interface Missing {
  missing: string;
}

export interface Scanner {
  name: string;
  run(target: Target): Promise<Verdict | Missing>;
}

/** A verdict that aims at no findings. A scanner that checked nothing does not pass. */
export function noFindings(version: string, looked: string, findings: string[]): Verdict {
  const all = looked.startsWith("0 ") ? [...findings, `it looked at nothing: ${looked}`] : findings;
  return { version, looked, findings: all, aim: "0 findings", isMet: all.length === 0 };
}
