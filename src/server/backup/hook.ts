import { say, type ServerText } from "#copy/server/say.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { basename, join } from "node:path";
import { codeOf } from "../lib/errors.ts";
import { minute, second } from "#domain/time/durations.ts";
import { createTextFile } from "../lib/durable-file.ts";
import type { Hook } from "./backup-config.ts";
import { BackupElsewhereError } from "../store/last-backup.ts";
import { FolderInUseError, type FolderLock, takeFile } from "../store/sqlite/folder-lock.ts";

type HookOutcome =
  | { ok: true }
  | { ok: false; reason: "failed"; message: ServerText }
  | { ok: false; reason: "stopped" };

/** Notes the last backup for which the hook succeeded. */
const noteIn = (folder: string) => createTextFile(join(folder, ".front-desk-hook"));

/** The backup in this folder for which the hook succeeded last; null if there is none. */
export const hookedBackup = (folder: string): Promise<string | null> => noteIn(folder).read();

/** Several instances may share the folder. @throws BackupElsewhereError while another program copies its backups */
export function takeCopyLock(path: string): FolderLock {
  try {
    return takeFile(path);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new BackupElsewhereError("another program is copying the backups", { cause: error });
  }
}

/**
 * Runs the operator's program with the path of a backup as its argument and in `BACKUP_FILE`. It gets none of this
 * program's settings, which hold secrets. What it starts ends with it after `minutes`, or on `stop`.
 * @throws BackupElsewhereError
 */
export function runHook(
  { program, minutes, env }: Omit<Hook, "copiesFiles">,
  folder: string,
  name: string,
): { done: Promise<HookOutcome>; stop: () => Promise<void> } {
  const lock = takeCopyLock(join(folder, ".front-desk-hook.lock"));
  const path = join(folder, name);
  let child: ChildProcess | undefined;
  let said = "";
  let ended: "stopped" | "late" | undefined;
  /** Signals it and what it has started; false if all of that has ended by itself. */
  const signalAll = (what: "SIGKILL" | 0): boolean => {
    try {
      return child?.pid !== undefined && process.kill(-child.pid, what);
    } catch {
      return false;
    }
  };
  const end = (outcome: typeof ended) => {
    ended ??= outcome;
    signalAll("SIGKILL");
  };
  const timer = setTimeout(() => end("late"), minutes * minute).unref();

  async function settled(): Promise<HookOutcome> {
    try {
      const why = await new Promise<ServerText | null>((resolve) => {
        child = spawn(program, [path], {
          env: { ...env, BACKUP_FILE: path },
          stdio: ["ignore", "pipe", "pipe"],
          // Starts a group of its own, which can be ended with all that it has started.
          detached: true,
        });
        child.once("error", (error) => resolve(unstarted(error)));
        child.once("close", (code, signal) =>
          resolve(code === 0 ? null : say("hook.ended", { code: String(signal ?? code ?? "unknown") })),
        );
        const { stdout, stderr } = child;
        child.once("exit", () => {
          // A process that it has started in a session of its own runs on, and may hold its output open.
          const letGo = setInterval(() => {
            if (ended !== undefined || !signalAll(0)) for (const stream of [stdout, stderr]) stream?.destroy();
          }, second);
          child?.once("close", () => clearInterval(letGo));
        });
        // There are no streams if file descriptors have run out.
        for (const stream of [stdout, stderr])
          stream?.setEncoding("utf8").on("data", (text: string) => void (said = (said + text).slice(-2000)));
      }).catch(unstarted);
      if (ended === "stopped") return { ok: false, reason: "stopped" };
      if (why !== null) {
        const failed = {
          program: basename(program),
          what: ended === "late" ? say("hook.late", { count: minutes }) : why,
        };
        const output = endOf(said);
        const message =
          output === "" ? say("hook.failed", failed) : say("hook.failed-with-output", { ...failed, output });
        return { ok: false, reason: "failed", message };
      }
      await noteIn(folder).write(name);
      return { ok: true };
    } finally {
      clearTimeout(timer);
      lock.release();
    }
  }
  const done = settled();

  return {
    done,
    async stop() {
      end("stopped");
      await done;
    },
  };
}

const unstarted = (error: unknown) => say("hook.not-started", { code: codeOf(error) ?? "unknown" });

/** The end of its output, in one line. */
function endOf(said: string): string {
  const lines = said
    .trim()
    .split(/\s*\n\s*/)
    .slice(-3);
  return lines
    .join(" / ")
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(-300);
}
