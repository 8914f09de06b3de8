import { availableParallelism } from "node:os";
import { provideProgram } from "../../scripts/debian.js";

/** What to run a server and its client under, so that each has a core of its own; nothing where that cannot be had. */
export function pinning(): { server: readonly string[]; client: readonly string[] } {
  const taskset = availableParallelism() > 1 ? provideProgram("taskset", "util-linux") : undefined;
  if (taskset === undefined) return { server: [], client: [] };
  return { server: [taskset, "--cpu-list", "0"], client: [taskset, "--cpu-list", "1"] };
}
