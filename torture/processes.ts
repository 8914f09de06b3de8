import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether this system tells of its processes. */
export const tellsProcesses = existsSync("/proc/self/stat");

/** The words of a process's line in Linux's /proc (proc_pid_stat(5)) after its name, which may hold anything; the first is the third there. */
function statOf(pid: number | string): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, "utf8");
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}

/** The processes that a process has started, and that run. */
export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(statOf(name)[1]) === pid;
      } catch {
        // It has ended meanwhile.
        return false;
      }
    })
    .map(Number);
}

/** The processor time that a process has taken, with its children that have ended, in microseconds. */
export function processorTimeOf(pid: number): number {
  const [user = 0, system = 0, ofUsers = 0, ofSystems = 0] = statOf(pid).slice(11, 15).map(Number);
  // Linux counts it in hundredths of a second, whatever its own clock has.
  return (user + system + ofUsers + ofSystems) * 10_000;
}
