import type { Kysely } from "kysely";
import type { Database } from "../database.ts";
import { transferredTo, setTransferred } from "../transferred.ts";
import { copyRows } from "./copy-rows.ts";
import { type Fillable, TransferError, type Readable, type StorePlace, type Progress } from "./ends.ts";
import type { TableChecksums } from "./tables.ts";

/** The target of the transfer is at fault. */
export class TargetError extends Error {}

/**
 * Copies a store that no program is using into an empty place, compares everything, and marks the source as moved
 * before another program can use it. A PostgreSQL target ends up with everything or nothing; `complete` adds what else
 * belongs to a folder, which is unusable until then.
 * @throws TransferError, what opening the source throws, and a TargetError around what opening the target throws
 */
export function transferStore(
  from: StorePlace,
  to: StorePlace,
  progress: Progress,
  complete: <T>(fill: () => Promise<T>) => Promise<T> = (run) => run(),
): Promise<TableChecksums> {
  const copy = async (source: Readable) => {
    const place = await transferredTo(source.db);
    if (place !== null)
      throw new TransferError(
        `the store was moved to ${place} already; to move it again, first run npm run admin -- serve-again`,
      );
    let isCopying = false;
    try {
      return await complete(() =>
        fill(to, progress, async (target) => {
          isCopying = true;
          const sums = await copyRows(source, target, progress);
          isCopying = false;
          return sums;
        }),
      );
    } catch (error) {
      throw isCopying || error instanceof TransferError ? error : new TargetError("the target fails", { cause: error });
    }
  };
  return read(from, progress, copy, async (db) => {
    const place = to.engine === "postgresql" ? "a PostgreSQL database" : `the folder ${to.dataDir}`;
    await setTransferred(db, place).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : "unknown";
      throw new TransferError(
        `Moved, and compared, but the old store cannot be marked (${why}): see to it that no server starts on it`,
        { cause: error },
      );
    });
  });
}

// Loads the PostgreSQL driver only if needed.
async function read<T>(
  place: StorePlace,
  progress: Progress,
  run: (store: Readable) => Promise<T>,
  finish: (db: Kysely<Database>) => Promise<void>,
): Promise<T> {
  if (place.engine === "sqlite") {
    const { readSqlite } = await import("./sqlite-ends.ts");
    return readSqlite(place.dataDir, progress, run, finish);
  }
  const { connected, readPostgres, withoutInstances } = await import("./postgres-ends.ts");
  const { openSharedFiles } = await import("../files/shared-files.ts");
  const { files } = place;
  // One connection holds the locks, the other one reads.
  return connected(place.url, 2, (db) =>
    withoutInstances(db, "writing", async () => {
      const shared = files === undefined ? null : openSharedFiles(db, files, () => Promise.resolve(false));
      const result = await readPostgres(db, run, shared);
      await finish(db);
      return result;
    }),
  );
}

async function fill<T>(place: StorePlace, progress: Progress, run: (store: Fillable) => Promise<T>): Promise<T> {
  if (place.engine === "sqlite") {
    const { fillSqlite } = await import("./sqlite-ends.ts");
    return fillSqlite(place.dataDir, progress, run);
  }
  const { fillPostgres } = await import("./postgres-ends.ts");
  return fillPostgres(place.url, progress, run);
}
