import type { Target } from "./target.ts";

/** What one judge said; `isMet` where its aim was reached. */
export interface Verdict {
  version: string;
  /** What it looked at, in a few words. */
  looked: string;
  findings: string[];
  aim: string;
  isMet: boolean;
}

/** Why a judge could not be heard on this machine. */
export interface Missing {
  missing: string;
}

export interface Judge {
  name: string;
  run(target: Target): Promise<Verdict | Missing>;
}

/** A verdict whose aim is that there are no findings. */
export function noFindings(version: string, looked: string, findings: string[]): Verdict {
  return { version, looked, findings, aim: "0 findings", isMet: findings.length === 0 };
}
