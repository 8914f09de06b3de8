import { codeOf } from "../../lib/errors.ts";
import { GoneError } from "../../lib/s3/bucket-error.ts";
import type { FileStore } from "./file-store.ts";

/** Outcomes of what is asked of the place of the files: `gone` is a file that is not there. */
export const fileOutcomes = {
  write: ["done", "failed"],
  read: ["done", "gone", "failed"],
  remove: ["done", "failed"],
} as const;

/** A request that has ended. A reading has only the time for which its reader waited. */
export interface FileRequest {
  operation: keyof typeof fileOutcomes;
  outcome: "done" | "gone" | "failed";
  seconds: number;
  error?: unknown;
}

/** Wraps the place of the files, so that its requests can be counted. Its own checks are none. */
export function watchFileRequests<Files extends FileStore>(files: Files) {
  const listeners: Array<(request: FileRequest) => void> = [];

  function timer(operation: FileRequest["operation"]) {
    let milliseconds = 0;
    let failure: Pick<FileRequest, "outcome" | "error"> = { outcome: "done" };
    return {
      async wait<T>(call: () => Promise<T>): Promise<T> {
        const since = performance.now();
        try {
          return await call();
        } catch (error) {
          const isGone = operation === "read" && (error instanceof GoneError || codeOf(error) === "ENOENT");
          failure = { outcome: isGone ? "gone" : "failed", error };
          throw error;
        } finally {
          milliseconds += performance.now() - since;
        }
      },
      end(): void {
        for (const listener of listeners) listener({ operation, seconds: milliseconds / 1000, ...failure });
      },
    };
  }

  async function timed<T>(operation: FileRequest["operation"], call: () => Promise<T>): Promise<T> {
    const timing = timer(operation);
    try {
      return await timing.wait(call);
    } finally {
      timing.end();
    }
  }

  return {
    files: {
      ...files,
      write: (content: Parameters<FileStore["write"]>[0]) => timed("write", () => files.write(content)),
      remove: (names: readonly string[]) => timed("remove", () => files.remove(names)),
      async *read(name: string, start?: number) {
        const timing = timer("read");
        const content = files.read(name, start)[Symbol.asyncIterator]();
        try {
          for (;;) {
            const next = await timing.wait(() => content.next());
            if (next.done === true) return;
            yield next.value;
          }
        } finally {
          timing.end();
          await content.return?.();
        }
      },
    },

    /** Calls a listener after each request. */
    onEnd(listener: (request: FileRequest) => void): void {
      listeners.push(listener);
    },
  };
}
