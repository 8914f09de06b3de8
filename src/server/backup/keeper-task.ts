import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { BackupOrder, MadeBackup } from "./make-backup.ts";

/** Long work on the store, which belongs on a thread of its own. */
export type KeeperTask = { kind: "check"; file: string } | { kind: "backup"; order: BackupOrder };

export type TaskOutcome =
  | { outcome: "checked"; problems: string[] }
  | { outcome: "made"; backup: MadeBackup }
  /** The copy of the store is damaged, and so is the store. */
  | { outcome: "damaged"; problems: string[] }
  | { outcome: "failed"; message: string }
  /** `stop` was called. */
  | { outcome: "stopped" };

/** Does a task on a thread of its own; `stop` ends it, whatever it is doing. */
export function runTask(task: KeeperTask): { done: Promise<TaskOutcome>; stop(): Promise<void> } {
  // In the build, which is one folder, and in the sources.
  const isBuilt = import.meta.filename.endsWith(".js");
  const worker = new Worker(join(import.meta.dirname, `keeper-worker.${isBuilt ? "js" : "ts"}`), { workerData: task });
  const done = new Promise<TaskOutcome>((resolve) => {
    worker.once("message", (outcome: TaskOutcome) => resolve(outcome));
    worker.once("error", (error: unknown) =>
      resolve({ outcome: "failed", message: error instanceof Error ? error.message : String(error) }),
    );
    worker.once("exit", () => resolve({ outcome: "stopped" }));
  });
  worker.unref();
  return {
    done,
    async stop() {
      await worker.terminate();
    },
  };
}
