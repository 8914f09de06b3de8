import { workerData } from "node:worker_threads";
import { serveQueries } from "../query-thread/serve-queries.ts";
import { openErasing } from "./erasing-queries.ts";

/** The worker thread of `erasing-thread.ts`. */
serveQueries(() => openErasing(workerData));
