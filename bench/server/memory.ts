import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Whether this system reports the memory of a process. */
export const tellsMemory = existsSync("/proc/self/status");

/** The current resident set of a process, in MB. */
export function memoryOf({ pid }: ChildProcess): number {
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** The peak memory of a process so far, in MB; `known` if it has ended. */
export function peakMemoryOf({ pid }: ChildProcess, known: number): number {
  try {
    const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? known : (Number(kibibytes) * 1024) / 1e6;
  } catch {
    return known;
  }
}
