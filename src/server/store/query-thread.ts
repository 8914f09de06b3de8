import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Kysely } from "kysely";
import { type StoreFault, StoreUnavailableError } from "../store-unavailable.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { createSlowQueries, type Readings } from "./slow-queries.ts";
import { sqliteEngine } from "./sqlite-engine.ts";

/** A query for the worker thread. */
export interface ThreadQuery {
  id: number;
  group: string;
  name: string;
  args: readonly unknown[];
}

/** The thread's response. `not opened`: the thread has no connection, and nothing was read. */
export type ThreadResult = { id: number } & (
  | { outcome: "read"; value: unknown }
  | { outcome: "failed" | "not opened"; message: string; fault: StoreFault | null }
);

export type Reader = Readings & { close: () => Promise<void> };

interface Waiting {
  resolve: (answer: ThreadResult) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs the slow queries of the store in `file` in a worker thread with its own connection, so that they do not block
 * the event loop. Each query sees everything committed before it was sent. The thread starts with the first query. If
 * it cannot open the file, for example in a read-only folder, `db` is used instead.
 */
export function openQueryThread(file: string, db: Kysely<Database>): Reader {
  const thread = createThread(file);
  const here = createSlowQueries(db, sqliteEngine);

  /** The same functions, each calling its namesake in the thread. */
  function remote<Group extends object>(group: keyof Readings, functions: Group): Group {
    // All of them are async functions; the types of the group check their arguments.
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
    // `fromEntries` loses the keys; the thread returns what the function of the same name returns.
    return Object.fromEntries(asked) as Group;
  }

  return {
    audit: remote("audit", here.audit),
    inbox: remote("inbox", here.inbox),
    inquiries: remote("inquiries", here.inquiries),
    close: () => thread.end(),
  };
}

/** Runs the slow queries in this thread. */
export function readHere(db: Kysely<Database>, engine: Engine): Reader {
  return { ...createSlowQueries(db, engine), close: () => Promise.resolve() };
}

/** How long an idle thread is kept, in milliseconds: it takes about 15 MB, and 50 ms to restart. */
const keptIdle = 20_000;

/** The worker thread, started on demand. It keeps the process alive only while a query is pending. */
function createThread(file: string) {
  let running: { worker: Worker; waiting: Map<number, Waiting> } | undefined;
  let asked = 0;
  let idle: NodeJS.Timeout | undefined;
  let ending = Promise.resolve();

  function start() {
    // In a build the worker is next to this entry; in tests Node runs the TypeScript file.
    const extension = import.meta.filename.endsWith(".ts") ? "ts" : "js";
    const worker = new Worker(join(import.meta.dirname, `query-thread-worker.${extension}`), { workerData: { file } });
    const started = { worker, waiting: new Map<number, Waiting>() };
    const { waiting } = started;
    worker.on("message", (answer: ThreadResult) => {
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

  /** Ends the thread after its pending queries. */
  function end(): Promise<void> {
    clearTimeout(idle);
    if (running !== undefined) ending = stop(running.worker);
    running = undefined;
    return ending;
  }

  return {
    end,

    ask(question: Omit<ThreadQuery, "id">): Promise<ThreadResult> {
      clearTimeout(idle);
      running ??= start();
      const { worker, waiting } = running;
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ id, ...question } satisfies ThreadQuery);
      });
    },
  };
}
