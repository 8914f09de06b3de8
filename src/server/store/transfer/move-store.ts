import { movedTo } from "../moved.ts";
import { copyRows } from "./copy-rows.ts";
import { type Fillable, MoveError, type Readable, type StorePlace, type Progress } from "./ends.ts";
import type { TableChecksums } from "./tables.ts";

/** The target of the transfer is at fault. */
export class TargetError extends Error {}

/**
 * Copies a store that no program is using into an empty place, and compares everything; the source does not change. A
 * PostgreSQL target ends up with everything or nothing; a folder is unusable until this has ended.
 * @throws MoveError, what opening the source throws, and a TargetError around what opening the target throws
 */
export function moveStore(from: StorePlace, to: StorePlace, progress: Progress): Promise<TableChecksums> {
  return read(from, progress, async (source) => {
    const place = await movedTo(source.db);
    if (place !== null)
      throw new MoveError(
        `the store was moved to ${place} already; to move it again, first run npm run admin -- serve-again`,
      );
    let isCopying = false;
    try {
      return await fill(to, progress, async (target) => {
        isCopying = true;
        const sums = await copyRows(source, target, progress);
        isCopying = false;
        return sums;
      });
    } catch (error) {
      throw isCopying || error instanceof MoveError ? error : new TargetError("the target fails", { cause: error });
    }
  });
}

// Loads the PostgreSQL driver only if needed.
async function read<T>(place: StorePlace, progress: Progress, run: (store: Readable) => Promise<T>): Promise<T> {
  if (place.engine === "sqlite") {
    const { readSqlite } = await import("./sqlite-ends.ts");
    return readSqlite(place.dataDir, progress, run);
  }
  const { connected, readPostgres, withoutInstances } = await import("./postgres-ends.ts");
  // One connection holds the locks, the other one reads.
  return connected(place.url, 2, (db) => withoutInstances(db, "writing", () => readPostgres(db, run)));
}

async function fill<T>(place: StorePlace, progress: Progress, run: (store: Fillable) => Promise<T>): Promise<T> {
  if (place.engine === "sqlite") {
    const { fillSqlite } = await import("./sqlite-ends.ts");
    return fillSqlite(place.dataDir, progress, run);
  }
  const { fillPostgres } = await import("./postgres-ends.ts");
  return fillPostgres(place.url, progress, run);
}
