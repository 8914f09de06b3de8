import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import type { WriteTurns } from "./write-turns.ts";

/**
 * The longest log, in pages, and as a share of the store and of the free disk. Transactions that follow each other
 * change the same pages again and again: the longer the log, the fewer times each is written into the file.
 */
const longest = { pages: 50_000, ofStore: 1 / 4, ofFree: 1 / 8 };
/** The log that SQLite itself would allow. */
const shortest = 1000;

/**
 * Checkpoints for a connection that writes much, in a thread of its own: others can write meanwhile. `freeBytes` gives
 * what is free on the disk.
 */
export function createCheckpoints(db: Kysely<Database>, turns: WriteTurns, freeBytes: () => Promise<number>) {
  /** The length of the log after the last checkpoint, as far as the log could not begin anew. */
  let left = 0;

  /** Copies the log into the file as far as no reader prevents that, or with `noop` nothing. Returns its length. */
  async function checkpoint(mode: "passive" | "noop"): Promise<number> {
    const { rows } = await sql.raw<{ log: number }>(`pragma wal_checkpoint(${mode})`).execute(db);
    return rows[0]?.log ?? 0;
  }

  async function limit(): Promise<number> {
    const { rows } = await sql<{ pages: number; size: number }>`
      select page_count as pages, page_size as size from pragma_page_count, pragma_page_size`.execute(db);
    const { pages = 0, size = 1 } = rows[0] ?? {};
    const most = Math.min(longest.pages, pages * longest.ofStore, ((await freeBytes()) / size) * longest.ofFree);
    return Math.max(shortest, most);
  }

  async function empty(): Promise<void> {
    await checkpoint("passive");
    // Little was written meanwhile. Nobody writes now, so that the log begins anew unless somebody reads.
    await turns.enter();
    try {
      left = await checkpoint("passive");
    } finally {
      turns.leave();
    }
  }

  return {
    empty,

    /** Empties the log if it has become long. */
    async emptyLong(): Promise<void> {
      const length = await checkpoint("noop");
      if (length < left) left = 0;
      if (length - left >= (await limit())) await empty();
    },
  };
}
