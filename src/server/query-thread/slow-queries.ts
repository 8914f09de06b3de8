import { join } from "node:path";
import type { Kysely } from "kysely";
import { createSlowAuditQueries } from "../audit/audit-queries.ts";
import { createInboxStore } from "../inbox/inbox-queries.ts";
import { createSlowTagQueries } from "../inbox/tags/tag-queries.ts";
import { createSlowErasureQueries } from "../inquiries/erasure-queries.ts";
import { createSlowInquiryQueries } from "../inquiries/inquiry-queries.ts";
import { createReplicaReportQueries, createSlowReportQueries } from "../reports/report-queries.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import type { ReplicaReads } from "../store/replica.ts";
import { createQueryThread } from "./query-thread.ts";
import { sqliteEngine } from "../store/sqlite/engine.ts";

type SlowQueries = ReturnType<typeof createSlowQueries>;

export type OpenSlowQueries = SlowQueries & { close: () => Promise<void> };

/** Read-only queries that may take long, by capability. */
export function createSlowQueries(db: Kysely<Database>, engine: Engine) {
  return {
    audit: createSlowAuditQueries(db),
    inbox: createInboxStore(db, engine),
    inquiries: { ...createSlowInquiryQueries(db), ...createSlowErasureQueries(db) },
    reports: createSlowReportQueries(db, engine),
    tags: createSlowTagQueries(db),
  };
}

/** Runs the slow queries in this thread, and those of reports on the replica, if there is one. */
export function readHere(db: Kysely<Database>, engine: Engine, replica: ReplicaReads | null = null): OpenSlowQueries {
  const queries = createSlowQueries(db, engine);
  const reports = replica === null ? queries.reports : createReplicaReportQueries(replica, engine);
  return { ...queries, reports, close: () => Promise.resolve() };
}

/** Runs the slow queries of the embedded store in `file` in a separate thread, or on `db` if it cannot open it. */
export function openQueryThread(file: string, db: Kysely<Database>): OpenSlowQueries {
  // The worker is next to this entry in a build; Node runs the TypeScript file in tests.
  const extension = import.meta.filename.endsWith(".ts") ? "ts" : "js";
  const worker = join(import.meta.dirname, `query-thread-worker.${extension}`);
  return createQueryThread<SlowQueries>(createSlowQueries(db, sqliteEngine), { worker, data: { file } });
}
