import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { type Progress, progressOf } from "./commit-count.ts";
import { hasSums } from "./content-sums.ts";
import type { Database } from "./database.ts";
import type { ErasureReason } from "./inquiries.ts";

export interface Erasure {
  inquiryId: string;
  reason: ErasureReason;
  erasedAt: number;
}

/** What a store that is to be replaced, or put in place, holds. */
export interface StoreFacts {
  migrations: string[];
  progress: Progress;
  /** When the last inquiry that it holds was sent; null where it holds none. */
  lastInquiryAt: number | null;
  inquiries: number;
  erasures: Erasure[];
}

/** Reads them without changing the file. @throws what SQLite throws where it cannot be read */
export function readFacts(file: string): StoreFacts {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const all = (query: string) => database.prepare(query).all();
    const [last] = all("select max(created_at) as at, count(*) as count from inquiry");
    return {
      migrations: all("select name from kysely_migration order by name").map(({ name }) => String(name)),
      progress: hasSums(database) ? progressOf(database) : { changes: 0, inquiries: 0 },
      lastInquiryAt: typeof last?.["at"] === "number" ? last["at"] : null,
      inquiries: Number(last?.["count"] ?? 0),
      erasures: all("select inquiry_id, reason, erased_at from erasure").map((row) => ({
        inquiryId: String(row["inquiry_id"]),
        // The program writes no others.
        reason: String(row["reason"]) as ErasureReason,
        erasedAt: Number(row["erased_at"]),
      })),
    };
  } finally {
    database.close();
  }
}

/**
 * Settles what was going on when the copy was made, and has gone on elsewhere since: sessions and one-time links end. Messages that
 * waited may have left long ago: none is sent a second time by itself, but the team sees them and can send them again.
 */
export async function settleRestored(db: Kysely<Database>, now: number): Promise<void> {
  const problem = "This desk was restored from a backup: the message may have been sent already.";
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("session").execute();
    await transaction.deleteFrom("one_time_link").execute();
    await transaction
      .updateTable("outbox")
      .set({ state: "dead", problem, tried_at: now, settled_at: now })
      .where("state", "=", "waiting")
      .execute();
  });
}
