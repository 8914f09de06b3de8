import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Whether this system tells how much memory a process takes. */
export const tellsMemory = existsSync("/proc/self/status");

/** The memory that a process takes now (its resident set), in MB. */
export function memoryOf({ pid }: ChildProcess): number {
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** The most memory that a process has taken so far, in MB; `known` where it has ended. */
export function peakMemoryOf({ pid }: ChildProcess, known: number): number {
  try {
    const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? known : (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return known;
  }
}
