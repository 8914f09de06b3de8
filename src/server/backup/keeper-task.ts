import { fork } from "node:child_process";
import { join } from "node:path";
import type { BackupOrder, MadeBackup } from "./make-backup.ts";

/** Long work on the store, which belongs off the event loop. */
export type KeeperTask = { kind: "check"; file: string } | { kind: "backup"; order: BackupOrder };

export type TaskOutcome =
  | { outcome: "checked"; problems: string[] }
  | { outcome: "made"; backup: MadeBackup }
  /** The copy of the store is damaged, and so is the store. */
  | { outcome: "damaged"; problems: string[] }
  | { outcome: "failed"; message: string }
  /** Another program makes one, or has just made it. */
  | { outcome: "elsewhere" }
  /** `stop` was called. */
  | { outcome: "stopped" };

/**
 * Does a task in a process of its own; `stop` ends it at once, whatever it is doing: a thread that is in the middle of a statement of
 * SQLite's would keep the server from ending until that is through.
 */
export function runTask(task: KeeperTask): {
  pid: number | undefined;
  done: Promise<TaskOutcome>;
  stop(): Promise<void>;
} {
  // In the build, which is one folder, and in the sources.
  const isBuilt = import.meta.filename.endsWith(".js");
  const child = fork(join(import.meta.dirname, `keeper-process.${isBuilt ? "js" : "ts"}`));
  let isStopped = false;
  const ended = new Promise<TaskOutcome>((resolve) => {
    child.once("error", ({ message }) => resolve({ outcome: "failed", message }));
    child.once("exit", (code, signal) =>
      resolve(
        isStopped ? { outcome: "stopped" } : { outcome: "failed", message: `its process ended (${signal ?? code})` },
      ),
    );
  });
  const said = new Promise<TaskOutcome>((resolve) => {
    child.once("message", (outcome) => {
      if (child.connected) child.disconnect();
      // Sent by `keeper-process.ts` alone.
      resolve(outcome as TaskOutcome);
    });
  });
  child.send(task, () => undefined);
  child.unref();
  child.channel?.unref();
  return {
    pid: child.pid,
    done: Promise.race([said, ended]),
    async stop() {
      isStopped = true;
      child.ref();
      child.kill("SIGKILL");
      await ended;
    },
  };
}
