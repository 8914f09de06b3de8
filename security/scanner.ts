import type { Target } from "./target.ts";

/** The result of one scanner; `isMet` if its aim is reached. */
export interface Verdict {
  version: string;
  /** Summary of the checks, in a few words. */
  checked: string;
  findings: string[];
  aim: string;
  isMet: boolean;
}

/** Reason for which a scanner cannot run on this machine, and how to get what is missing. */
export interface Missing {
  missing: string;
}

export interface Scanner {
  name: string;
  run(target: Target): Promise<Verdict | Missing>;
}

/** A verdict that aims at no findings. A scanner that checked nothing does not pass. */
export function noFindings(version: string, checked: string, findings: string[]): Verdict {
  const all = checked.startsWith("0 ") ? [...findings, `it checked nothing: ${checked}`] : findings;
  return { version, checked, findings: all, aim: "0 findings", isMet: all.length === 0 };
}
