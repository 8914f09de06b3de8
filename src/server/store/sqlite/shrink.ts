import { type Kysely, sql } from "kysely";
import type { Database } from "../database.ts";

/**
 * `VACUUM` stops reads and writes of this program, for about 8 ms for each megabyte that stays: two seconds at most. A
 * larger file keeps its free pages, which new rows take. What stays is in memory meanwhile (`temp_store`).
 */
export const shrinkLimits = { minFree: 64 * 1024 * 1024, maxLeft: 128 * 1024 * 1024 };

/**
 * Gives free pages of the file back to the disk if they are most of it; false if it is not worth it.
 */
export async function shrink(db: Kysely<Database>, { minFree, maxLeft } = shrinkLimits): Promise<boolean> {
  const { rows } = await sql<{ pages: number; free: number; size: number }>`
    select page_count as pages, freelist_count as free, page_size as size
    from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(db);
  const [found] = rows;
  if (found === undefined) return false;
  const { pages, free, size } = found;
  if (free * 2 < pages || free * size < minFree || (pages - free) * size > maxLeft) return false;
  await sql`vacuum`.execute(db);
  return true;
}
