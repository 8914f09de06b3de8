import { parentPort } from "node:worker_threads";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import type { ThreadQuery, ThreadResult } from "./query-thread.ts";

/** Functions of a thread: the groups of `createQueryThread`, with the same names and arguments. */
interface Opened {
  groups: Record<string, object>;
  close: () => Promise<void>;
}

type Group = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** Runs what the thread that started this one asks for, once `open` has opened it. */
export function serveQueries(open: () => Opened | Promise<Opened>): void {
  const port = parentPort;
  if (port === null) throw new Error("this runs in a worker thread");
  let opening: Promise<Opened> | undefined;
  const running = new Set<Promise<void>>();

  port.on("message", (question: ThreadQuery | "close") => {
    if (question === "close") return void close();
    const reading = response(question).then((made) => port.postMessage(made));
    running.add(reading);
    void reading.finally(() => running.delete(reading));
  });

  async function response({ id, group, name, args }: ThreadQuery): Promise<ThreadResult> {
    let opened: Opened;
    try {
      opened = await (opening ??= Promise.resolve().then(open));
    } catch (error) {
      opening = undefined;
      return { id, outcome: "not opened", ...described(error) };
    }
    try {
      const run = (opened.groups[group] as Group | undefined)?.[name];
      if (run === undefined) throw new Error(`there is no reading ${group}.${name}`);
      return { id, outcome: "read", value: await run(...args) };
    } catch (error) {
      return { id, outcome: "failed", ...described(error) };
    }
  }

  async function close(): Promise<void> {
    await Promise.allSettled(running);
    await opening?.then((opened) => opened.close());
    port?.close();
  }
}

/** An error for the other thread; structured cloning loses its class. */
function described(error: unknown) {
  const message = error instanceof Error ? error.message : "unknown";
  return { message, fault: error instanceof StoreUnavailableError ? error.fault : null };
}
