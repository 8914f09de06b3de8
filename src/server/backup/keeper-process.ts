import { setPriority } from "node:os";
import { StoreDamagedError } from "../store/damage.ts";
import { BackupElsewhereError } from "../store/last-backup.ts";
import { checkThoroughly } from "../store/thorough-check.ts";
import { makeBackup } from "./make-backup.ts";
import type { KeeperTask, TaskOutcome } from "./keeper-task.ts";

// Visitors come first.
setPriority(10);
// Whoever ends the server's whole group ends this with it: the server ends what it has begun.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit());
process.once("message", (task) => {
  // Sent by `keeper-task.ts` alone, which hangs up once it has the outcome.
  void run(task as KeeperTask).then((outcome) => process.send?.(outcome));
});

async function run(task: KeeperTask): Promise<TaskOutcome> {
  try {
    if (task.kind === "check") return { outcome: "checked", problems: checkThoroughly(task.file).problems };
    return { outcome: "made", backup: await makeBackup(task.order) };
  } catch (error) {
    if (error instanceof StoreDamagedError) return { outcome: "damaged", problems: [error.message] };
    if (error instanceof BackupElsewhereError) return { outcome: "elsewhere" };
    return { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
