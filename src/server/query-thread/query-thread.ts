import { Worker } from "node:worker_threads";
import { type StoreFault, StoreUnavailableError } from "../store/store-unavailable.ts";

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

interface Waiting {
  resolve: (response: ThreadResult) => void;
  reject: (reason: unknown) => void;
}

type Groups = Record<string, object>;

/** The module of a thread, what it is given, and what is called when it has ended amid something. */
interface ThreadModule {
  worker: string;
  data: object;
  crashed?: () => void;
}

/**
 * Runs the queries of `groups` in a thread of a module, which has its own connection to the store, so that they do not
 * block the event loop. Each query sees everything committed before it was sent. The thread starts with the first
 * query. If it cannot open the store, for example in a read-only folder, `groups` run here instead.
 */
export function createQueryThread<All extends Groups>(
  groups: All,
  module: ThreadModule,
): All & { close: () => Promise<void> } {
  const thread = createThread(module);

  /** Returns functions of the same names, each calling its namesake in the thread. */
  function remote(group: string, functions: object) {
    // All of them are async functions; the types of the group check their arguments.
    const all = functions as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const asked = Object.entries(all).map(([name, run]) => [
      name,
      async (...args: unknown[]) => {
        const response = await thread.ask({ group, name, args });
        if (response.outcome === "read") return response.value;
        if (response.outcome === "not opened") return run(...args);
        const cause = new Error(response.message);
        throw response.fault === null ? cause : new StoreUnavailableError(response.fault, cause);
      },
    ]);
    return Object.fromEntries(asked);
  }

  const all = Object.entries(groups).map(([group, functions]) => [group, remote(group, functions)]);
  // `fromEntries` loses the keys; the thread returns what the function of the same name returns.
  return { ...(Object.fromEntries(all) as All), close: () => thread.end() };
}

/** Milliseconds for which an idle thread is kept: it takes about 15 MB, and 50 ms to restart. */
const keptIdle = 20_000;

/** The worker thread, started on demand. It keeps the process alive only while a query is pending. */
function createThread({ worker: module, data, crashed }: ThreadModule) {
  let running: { worker: Worker; waiting: Map<number, Waiting> } | undefined;
  let asked = 0;
  let idle: NodeJS.Timeout | undefined;
  let ending = Promise.resolve();

  function start() {
    const worker = new Worker(module, { workerData: data });
    const started = { worker, waiting: new Map<number, Waiting>() };
    const { waiting } = started;
    worker.on("message", (response: ThreadResult) => {
      waiting.get(response.id)?.resolve(response);
      waiting.delete(response.id);
      if (waiting.size > 0) return;
      worker.unref();
      idle = setTimeout(() => void end(), keptIdle).unref();
    });
    let reason: unknown = new Error("the thread has ended");
    // An exit follows, after which nothing of the thread is left.
    worker.on("error", (error) => (reason = error));
    worker.on("exit", (code) => {
      if (running === started) running = undefined;
      if (code !== 0) crashed?.();
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    });
    return started;
  }

  async function stop(worker: Worker): Promise<void> {
    // `once` of node:events would reject at an error, which ends the thread as well.
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
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
