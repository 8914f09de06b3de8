import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { StoreDamagedError } from "../store/damage.ts";
import { checkThoroughly } from "../store/thorough-check.ts";
import { makeBackup } from "./make-backup.ts";
import type { KeeperTask, TaskOutcome } from "./keeper-task.ts";

// On Linux it holds for this thread alone: visitors come first.
if (process.platform === "linux") setPriority(10);
// Given by `run-task.ts` alone.
const outcome = await run(workerData as KeeperTask);
// A thread has no origin: the rule means windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(outcome);

async function run(task: KeeperTask): Promise<TaskOutcome> {
  try {
    if (task.kind === "check") return { outcome: "checked", problems: checkThoroughly(task.file).problems };
    return { outcome: "made", backup: await makeBackup(task.order) };
  } catch (error) {
    if (error instanceof StoreDamagedError) return { outcome: "damaged", problems: [error.message] };
    return { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
