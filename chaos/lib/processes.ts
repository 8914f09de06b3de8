import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether this system reports its processes. */
export const tellsProcesses = existsSync("/proc/self/stat");

/**
 * The fields of a process in Linux's /proc (proc_pid_stat(5)) after its name, which may hold anything; the first is
 * field 3 there.
 */
function statOf(pid: number | string): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, "utf8");
  return line.slice(line.lastIndexOf(")") + 2).split(" ");
}

/** The running child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(statOf(name)[1]) === pid;
      } catch {
        // Ended in the meantime.
        return false;
      }
    })
    .map(Number);
}

/** The processor time of a process and its ended children, in microseconds. */
export function processorTimeOf(pid: number): number {
  const [user = 0, system = 0, ofUsers = 0, ofSystems = 0] = statOf(pid).slice(11, 15).map(Number);
  // Linux counts in hundredths of a second, whatever its clock rate.
  return (user + system + ofUsers + ofSystems) * 10_000;
}
