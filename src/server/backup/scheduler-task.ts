import { say, type ServerText } from "#copy/server/say.ts";
import { fork } from "node:child_process";
import { join } from "node:path";
import type { LostFiles } from "../store/restored.ts";
import type { BackupOrder, MadeBackup } from "./make-backup.ts";
import type { OffsiteCopies, OffsiteOrder } from "./offsite.ts";

/** Long tasks on the store that must not block the event loop. */
export type BackupTask =
  | { kind: "check"; file: string }
  | { kind: "files"; dataDir: string }
  | { kind: "backup"; order: BackupOrder }
  | { kind: "offsite"; order: OffsiteOrder };

export type TaskOutcome =
  | { outcome: "checked"; problems: ServerText[] }
  | { outcome: "files-checked"; lost: LostFiles }
  | { outcome: "made"; backup: MadeBackup }
  | { outcome: "copied"; copies: OffsiteCopies }
  /** The store is damaged, and so is its copy. */
  | { outcome: "damaged"; problems: readonly ServerText[] }
  | { outcome: "failed"; message: ServerText }
  /** Another program is making a backup or has just made one, so this one made none. */
  | { outcome: "elsewhere" }
  | { outcome: "stopped" };

/**
 * Runs a task in a child process. `stop` kills it immediately; a worker thread inside a SQLite statement would delay
 * the server's exit until the statement ends.
 */
export function runTask(task: BackupTask): {
  pid: number | undefined;
  done: Promise<TaskOutcome>;
  stop(): Promise<void>;
} {
  // The build is a single folder of JavaScript files; the sources are TypeScript.
  const isBuilt = import.meta.filename.endsWith(".js");
  const child = fork(join(import.meta.dirname, `scheduler-process.${isBuilt ? "js" : "ts"}`));
  let isStopped = false;
  const ended = new Promise<TaskOutcome>((resolve) => {
    child.once("error", ({ message: why }) => resolve({ outcome: "failed", message: say("backup.other", { why }) }));
    child.once("exit", (code, signal) =>
      resolve(
        isStopped
          ? { outcome: "stopped" }
          : { outcome: "failed", message: say("backup.process-ended", { code: String(signal ?? code ?? "unknown") }) },
      ),
    );
  });
  const said = new Promise<TaskOutcome>((resolve) => {
    child.once("message", (outcome) => {
      if (child.connected) child.disconnect();
      // Sent only by `scheduler-process.ts`.
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
