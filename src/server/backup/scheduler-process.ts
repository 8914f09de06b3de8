import { say } from "#copy/server/say.ts";
import { ExplainedError } from "../lib/explained-error.ts";
import { setPriority } from "node:os";
import { StoreDamagedError } from "../store/integrity/inspect-store.ts";
import { BackupElsewhereError } from "../store/last-backup.ts";
import { checkIntegrity } from "../store/integrity/integrity-check.ts";
import { findLostFiles } from "./lost-files.ts";
import { makeBackup } from "./make-backup.ts";
import { copyOffsite } from "./offsite.ts";
import type { BackupTask, TaskOutcome } from "./scheduler-task.ts";

// Lower priority than the server, so that visitors are served first.
setPriority(10);
// Ignore signals to the process group: the server ends this process itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit());
process.once("message", (task) => {
  // Sent only by `scheduler-task.ts`, which disconnects after the outcome.
  void run(task as BackupTask).then((outcome) => process.send?.(outcome));
});

async function run(task: BackupTask): Promise<TaskOutcome> {
  try {
    if (task.kind === "check") return { outcome: "checked", problems: checkIntegrity(task.file).problems };
    if (task.kind === "files") return { outcome: "files-checked", lost: await findLostFiles(task.dataDir) };
    if (task.kind === "offsite") return { outcome: "copied", copies: await copyOffsite(task.order) };
    return { outcome: "made", backup: await makeBackup(task.order) };
  } catch (error) {
    if (error instanceof StoreDamagedError) return { outcome: "damaged", problems: error.problems };
    if (error instanceof BackupElsewhereError) return { outcome: "elsewhere" };
    if (error instanceof ExplainedError) return { outcome: "failed", message: error.text };
    const why = error instanceof Error ? error.message : String(error);
    return { outcome: "failed", message: say("backup.other", { why }) };
  }
}
