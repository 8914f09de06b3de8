import { workerData } from "node:worker_threads";
import { openForReading } from "../store/sqlite/open.ts";
import { sqliteEngine } from "../store/sqlite/engine.ts";
import { serveQueries } from "./serve-queries.ts";
import { createSlowQueries } from "./slow-queries.ts";

/** The worker thread of `slow-queries.ts`, with its own read-only connection. */
const { file }: { file: string } = workerData;

serveQueries(() => {
  const db = openForReading(file);
  return { groups: createSlowQueries(db, sqliteEngine), close: () => db.destroy() };
});
