import { parentPort, workerData } from "node:worker_threads";
import type { Kysely } from "kysely";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import type { Database } from "../store/database.ts";
import type { ThreadResult, ThreadQuery } from "./query-thread.ts";
import { createSlowQueries } from "./slow-queries.ts";
import { openForReading } from "../store/sqlite/open.ts";
import { sqliteEngine } from "../store/sqlite/engine.ts";

/** The worker thread of `query-thread.ts`, with its own read-only connection. */
const { file }: { file: string } = workerData;
const port = parentPort;
if (port === null) throw new Error("this runs in a worker thread");

let open: { db: Kysely<Database>; groups: Record<string, Group> } | undefined;
const running = new Set<Promise<void>>();

/** The slow queries by name. */
type Group = Record<string, (...args: unknown[]) => Promise<unknown>>;

port.on("message", (question: ThreadQuery | "close") => {
  if (question === "close") return void close();
  const reading = response(question).then((made) => port.postMessage(made));
  running.add(reading);
  void reading.finally(() => running.delete(reading));
});

async function response({ id, group, name, args }: ThreadQuery): Promise<ThreadResult> {
  try {
    open ??= openQueries();
  } catch (error) {
    return { id, outcome: "not opened", ...described(error) };
  }
  try {
    const reading = open.groups[group]?.[name];
    if (reading === undefined) throw new Error(`there is no reading ${group}.${name}`);
    return { id, outcome: "read", value: await reading(...args) };
  } catch (error) {
    return { id, outcome: "failed", ...described(error) };
  }
}

function openQueries() {
  const db = openForReading(file);
  // `slow-queries.ts` takes the name and the arguments of each query from the same types.
  return { db, groups: createSlowQueries(db, sqliteEngine) as unknown as Record<string, Group> };
}

async function close(): Promise<void> {
  await Promise.allSettled(running);
  await open?.db.destroy();
  port?.close();
}

/** An error for the other thread; structured cloning loses its class. */
function described(error: unknown) {
  const message = error instanceof Error ? error.message : "unknown";
  return { message, fault: error instanceof StoreUnavailableError ? error.fault : null };
}
