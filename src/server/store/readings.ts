import type { Kysely } from "kysely";
import { createAuditReadings } from "./audit-log.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { createInboxStore } from "./inbox.ts";
import { createInquiryReadings } from "./inquiries.ts";

export type Readings = ReturnType<typeof createReadings>;

/** What may take long and only reads, by its part of the store: the server asks it of the reading thread (`reader.ts`). */
export function createReadings(db: Kysely<Database>, engine: Engine) {
  return { audit: createAuditReadings(db), inbox: createInboxStore(db, engine), inquiries: createInquiryReadings(db) };
}
