import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Kysely } from "kysely";
import { type StoreFault, StoreUnavailableError } from "../store-unavailable.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { createReadings, type Readings } from "./readings.ts";
import { sqliteEngine } from "./sqlite-engine.ts";

/** A reading on its way to the worker thread. */
export interface ReaderQuestion {
  id: number;
  group: string;
  name: string;
  args: readonly unknown[];
}

/** What comes back; `not opened`: the thread has no connection, and nothing was read. */
export type ReaderAnswer = { id: number } & (
  | { outcome: "read"; value: unknown }
  | { outcome: "failed" | "not opened"; message: string; fault: StoreFault | null }
);

export type Reader = Readings & { close: () => Promise<void> };

interface Waiting {
  resolve: (answer: ReaderAnswer) => void;
  reject: (reason: unknown) => void;
}

/**
 * The readings of the store in `file`, on a connection of their own in a worker thread, with all that they compare and put together:
 * a long one holds up nobody. Each sees all that was committed before it was asked. The thread starts with the first one; where it
 * cannot open the file, as in a folder that has become read-only, `db` is asked instead.
 */
export function openReader(file: string, db: Kysely<Database>): Reader {
  const thread = createThread(file);
  const here = createReadings(db, sqliteEngine);

  /** The same functions, each asked of the thread by its name. */
  function remote<Group extends object>(group: keyof Readings, functions: Group): Group {
    // Each is a function that answers later; what it takes is what the caller gives, by the types of the group.
    const all = functions as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const asked = Object.entries(all).map(([name, run]) => [
      name,
      async (...args: unknown[]) => {
        const answer = await thread.ask({ group, name, args });
        if (answer.outcome === "read") return answer.value;
        if (answer.outcome === "not opened") return run(...args);
        const cause = new Error(answer.message);
        throw answer.fault === null ? cause : new StoreUnavailableError(answer.fault, cause);
      },
    ]);
    // `fromEntries` forgets the keys, and the other thread answers what the function of this name answers.
    return Object.fromEntries(asked) as Group;
  }

  return {
    audit: remote("audit", here.audit),
    inbox: remote("inbox", here.inbox),
    inquiries: remote("inquiries", here.inquiries),
    close: () => thread.end(),
  };
}

/** Reads in this thread. */
export function readHere(db: Kysely<Database>, engine: Engine): Reader {
  return { ...createReadings(db, engine), close: () => Promise.resolve() };
}

/** How long the thread is kept with nothing to read, in milliseconds: it takes some 15 MB, and 50 ms to start again. */
const keptIdle = 20_000;

/** The worker thread, started when it is asked and does not run. It keeps the process alive only while it is asked. */
function createThread(file: string) {
  let running: { worker: Worker; waiting: Map<number, Waiting> } | undefined;
  let asked = 0;
  let idle: NodeJS.Timeout | undefined;
  let ending = Promise.resolve();

  function start() {
    // Built, this stands beside its own entry; in the tests Node runs it as it is.
    const extension = import.meta.filename.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(join(import.meta.dirname, `reader-worker.${extension}`), { workerData: { file } });
    const started = { worker, waiting: new Map<number, Waiting>() };
    const { waiting } = started;
    worker.on("message", (answer: ReaderAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
      if (waiting.size > 0) return;
      worker.unref();
      idle = setTimeout(() => void end(), keptIdle).unref();
    });
    const fail = (reason: unknown) => {
      if (running === started) running = undefined;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    };
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error("the reading thread has ended")));
    return started;
  }

  async function stop(worker: Worker): Promise<void> {
    const ended = once(worker, "exit");
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage("close");
    await ended;
  }

  /** Ends it once it has answered what it was asked. */
  function end(): Promise<void> {
    clearTimeout(idle);
    if (running !== undefined) ending = stop(running.worker);
    running = undefined;
    return ending;
  }

  return {
    end,

    ask(question: Omit<ReaderQuestion, "id">): Promise<ReaderAnswer> {
      clearTimeout(idle);
      running ??= start();
      const { worker, waiting } = running;
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ id, ...question } satisfies ReaderQuestion);
      });
    },
  };
}
