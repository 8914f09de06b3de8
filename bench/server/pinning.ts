import { availableParallelism } from "node:os";
import { provideProgram } from "../../scripts/programs/debian.js";

/** Command prefixes that pin a server and its client to separate cores; empty if that is not possible. */
export function pinning(): { server: readonly string[]; client: readonly string[] } {
  const taskset = availableParallelism() > 1 ? provideProgram("taskset", "util-linux") : undefined;
  if (taskset === undefined) return { server: [], client: [] };
  return { server: [taskset, "--cpu-list", "0"], client: [taskset, "--cpu-list", "1"] };
}
