import type { Kysely } from "kysely";
import { createAuditReadings } from "./audit-log.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { createInboxStore } from "./inbox.ts";
import { createInquiryReadings } from "./inquiries.ts";

export type Readings = ReturnType<typeof createSlowQueries>;

/**
 * Read-only queries that may take long, by part of the store. The server runs them in the query thread
 * (`query-thread.ts`).
 */
export function createSlowQueries(db: Kysely<Database>, engine: Engine) {
  return { audit: createAuditReadings(db), inbox: createInboxStore(db, engine), inquiries: createInquiryReadings(db) };
}
