import { dirname } from "node:path";
import { type Kysely, sql } from "kysely";
import { freeBytes } from "../../lib/folders.ts";
import type { Database } from "../database.ts";

/**
 * Most bytes that are rewritten: `VACUUM` stops reads and writes of this program for about 8 ms for each megabyte, and
 * has them in memory (`temp_store`). A larger file keeps its free pages, which new rows take.
 */
export const rewriteLimits = { atNight: 128 * 1024 * 1024, afterErasing: 16 * 1024 * 1024 };

/**
 * Rewrites the file if that is at most `max` bytes and the disk has room for them; false if it did not. Free pages go
 * back to the disk, and so does what erased rows have left: `secure_delete` overwrites a row, not the copies that
 * SQLite leaves in a page when it moves rows to the pages beside it (`rebuildPage` in its btree.c).
 */
export async function rewrite(db: Kysely<Database>, max: number): Promise<boolean> {
  const { rows } = await sql<{ used: number; file: string }>`
    select (page_count - freelist_count) * page_size as used, file
    from pragma_page_count, pragma_freelist_count, pragma_page_size, pragma_database_list
    where name = 'main'`.execute(db);
  const [found] = rows;
  // The log has the pages first, then the file.
  if (found === undefined || found.used > max || (await freeBytes(dirname(found.file))) < 3 * found.used) return false;
  await sql`vacuum`.execute(db);
  return true;
}
