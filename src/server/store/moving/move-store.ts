import { copyRows } from "./copy-rows.ts";
import type { Fillable, Readable, StorePlace, Tell } from "./ends.ts";
import { MoveError } from "./move-error.ts";
import type { TableSums } from "./row-sum.ts";

/** The place that the store was to go to is at fault. */
export class TargetError extends Error {}

/**
 * Copies a store that nobody is using into an empty place, and compares all of it; the store itself stays as it is. A PostgreSQL has
 * all of it in the end, or nothing; a folder is of no use until this has ended.
 * @throws MoveError, what opening the first of them throws, and a TargetError around what opening the other one throws
 */
export function moveStore(from: StorePlace, to: StorePlace, tell: Tell): Promise<TableSums> {
  return read(from, tell, async (source) => {
    let isCopying = false;
    try {
      return await fill(to, tell, async (target) => {
        isCopying = true;
        const sums = await copyRows(source, target, tell);
        isCopying = false;
        return sums;
      });
    } catch (error) {
      throw isCopying || error instanceof MoveError ? error : new TargetError("the target fails", { cause: error });
    }
  });
}

// PostgreSQL's driver is loaded where it is needed, and nowhere else.
async function read<T>(place: StorePlace, tell: Tell, run: (store: Readable) => Promise<T>): Promise<T> {
  if (place.engine === "sqlite") {
    const { readSqlite } = await import("./sqlite-ends.ts");
    return readSqlite(place.dataDir, tell, run);
  }
  const { connected, readPostgres, withoutInstances } = await import("./postgres-ends.ts");
  // One connection holds the locks, the other reads.
  return connected(place.url, 2, (db) => withoutInstances(db, "writing", () => readPostgres(db, run)));
}

async function fill<T>(place: StorePlace, tell: Tell, run: (store: Fillable) => Promise<T>): Promise<T> {
  if (place.engine === "sqlite") {
    const { fillSqlite } = await import("./sqlite-ends.ts");
    return fillSqlite(place.dataDir, tell, run);
  }
  const { fillPostgres } = await import("./postgres-ends.ts");
  return fillPostgres(place.url, tell, run);
}
