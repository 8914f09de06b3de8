import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";
import type { WriteTurns } from "./write-turns.ts";

/**
 * The longest log, in pages, and as a share of the store and of the free disk. Transactions that follow each other
 * change the same pages again and again: the longer the log, the fewer times each is written into the file. The shorter
 * it is, the less time the event loop's own syncs wait behind the sync of the file (decision 111).
 */
const longest = { pages: 4000, ofStore: 1 / 4, ofFree: 1 / 8 };
/** The log that SQLite itself would allow. */
const shortest = 1000;
/**
 * Multiple of the longest log at which nothing more should be written while a reader keeps it from being emptied: the
 * check of a large store reads for a minute.
 */
const full = 2;

/**
 * Checkpoints for a connection that writes much, in a thread of its own: others can write meanwhile. `freeBytes` gives
 * what is free on the disk.
 */
export function createCheckpoints(db: Kysely<Database>, turns: WriteTurns, freeBytes: () => Promise<number>) {
  /** The length of the log after the last checkpoint, as far as the log could not begin anew. */
  let left = 0;

  /**
   * Copies the log into the file as far as no reader prevents that, or with `noop` nothing. Returns its length, and how
   * much of it is in the file.
   */
  async function checkpoint(mode: "passive" | "noop"): Promise<{ log: number; checkpointed: number }> {
    const { rows } = await sql.raw<{ log: number; checkpointed: number }>(`pragma wal_checkpoint(${mode})`).execute(db);
    return rows[0] ?? { log: 0, checkpointed: 0 };
  }

  async function limit(): Promise<number> {
    const { rows } = await sql<{ pages: number; size: number }>`
      select page_count as pages, page_size as size from pragma_page_count, pragma_page_size`.execute(db);
    const { pages = 0, size = 1 } = rows[0] ?? {};
    const free = (await freeBytes()) / size;
    return Math.max(shortest, Math.min(longest.pages, pages * longest.ofStore, free * longest.ofFree));
  }

  /** Returns whether all of it is in the file. */
  async function empty(): Promise<boolean> {
    await checkpoint("passive");
    // Little was written meanwhile. Nobody writes now, so that the log begins anew unless somebody reads.
    await turns.enter();
    try {
      const { log, checkpointed } = await checkpoint("passive");
      left = log;
      return checkpointed === log;
    } finally {
      turns.leave();
    }
  }

  return {
    empty,

    /** Empties the log if it has become long. Returns false if a reader prevents that and it is too long for more. */
    async emptyLong(): Promise<boolean> {
      const { log } = await checkpoint("noop");
      if (log < left) left = 0;
      const long = await limit();
      const isFull = log >= full * long;
      if (log - left < long && !isFull) return true;
      return (await empty()) || !isFull;
    },
  };
}
