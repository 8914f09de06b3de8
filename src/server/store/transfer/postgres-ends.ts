import { Kysely, sql } from "kysely";
import { StoreUnavailableError } from "../store-unavailable.ts";
import type { Database } from "../database.ts";
import type { FileStore } from "../files/file-store.ts";
import { migrateWithin } from "../migrate.ts";
import { createDialect } from "../postgres/dialect.ts";
import { createPostgresEngine } from "../postgres/engine.ts";
import {
  hasLockTables,
  holding,
  lock,
  lockMigrating,
  type LockName,
  lockTables,
  waitForEarlierVersion,
} from "../postgres/locks.ts";
import { connectionsOf, requireUsable } from "../postgres/open.ts";
import { instanceNames, openPool, patientConfig } from "../postgres/pool.ts";
import { type Fillable, TransferError, type Readable, requireSchema, type Progress } from "./ends.ts";

/** The `application_name` of a transfer. */
const self = "front-desk-tool";

/** Runs `run` with up to `max` connections without timeouts. */
export async function connected<T>(url: string, max: number, run: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const pool = openPool({ ...patientConfig(url, instanceNames.withoutFiles), application_name: self }, max);
  const db = new Kysely<Database>({ dialect: createDialect(pool) });
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

const engineOn = (db: Kysely<Database>) => createPostgresEngine((run) => run(db));

/**
 * Calls `run` while no instance can start; in mode `writing` none can write either, since a disconnected one may come
 * back.
 * @throws TransferError if an instance is connected
 */
export async function withoutInstances<T>(
  db: Kysely<Database>,
  from: "starting" | "writing",
  run: () => Promise<T>,
): Promise<T> {
  const names: LockName[] = from === "starting" ? ["migrating"] : ["migrating", "turn", "order"];
  return holding(db, async (transaction) => {
    await refuseInstances(transaction);
    // A restore moves the tables of the locks: see `renameToReplaced`.
    const take = from === "writing" && (await hasLockTables(transaction)) ? lock : waitForEarlierVersion;
    for (const name of names) await take(transaction, name);
    // One may have connected while this waited for the lock.
    await refuseInstances(transaction);
    return run();
  });
}

/** @throws TransferError if an instance is connected */
export async function refuseInstances(db: Kysely<Database>): Promise<void> {
  const names = Object.values(instanceNames);
  const count = await connectionsOf(db, names);
  if (count > 0)
    throw new TransferError(
      `a program is using the database (${count} connections called ${names.join(" or ")}); stop all instances first`,
    );
}

/**
 * Reads a snapshot of a store, exported to other connections as `snapshot`; others may keep writing.
 * @throws TransferError, StoreTooNewError
 */
export async function readPostgres<T>(
  db: Kysely<Database>,
  run: (store: Readable & { snapshot: string }) => Promise<T>,
  files: FileStore | null = null,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      await requireSchema(transaction, engineOn(transaction));
      const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(transaction);
      return run({ ...readable(transaction), files, snapshot: rows[0]?.snapshot ?? "" });
    });
}

/**
 * Fills an empty database in one transaction: it ends up with the whole store or nothing, even after an interruption.
 * @throws TransferError if it is not empty, DatabaseUnfitError
 */
export async function fillPostgres<T>(
  url: string,
  progress: Progress,
  run: (store: Fillable) => Promise<T>,
): Promise<T> {
  return connected(url, 1, async (db) => {
    await requireUsable(db);
    return db.transaction().execute(async (transaction) => {
      await waitForOthers(transaction);
      await refuseFull(transaction);
      await migrateWithin(transaction, engineOn(transaction));
      // Building indexes once all rows are there takes a fraction of the time.
      await sql`set local maintenance_work_mem = '256MB'`.execute(transaction);
      const indexes = await dropIndexes(transaction);
      // The trigger would reject a truncated log, which must be copied as it is so that the audit log's own check finds
      // it.
      await sql`alter table audit_entry disable trigger user`.execute(transaction);
      const done = await run({
        ...readable(transaction),
        async continueAfter(table, column, last) {
          if (last > 0) await sql`select setval(${sequence(table, column)}, ${last})`.execute(transaction);
        },
      });
      await sql`alter table audit_entry enable trigger user`.execute(transaction);
      for (const [place, statement] of indexes.entries()) {
        progress("Building the indexes", place, indexes.length);
        await sql.raw(statement).execute(transaction);
      }
      await sql`analyze`.execute(transaction);
      return done;
    });
  });
}

/** The server may still be ending an interrupted transfer. */
async function waitForOthers(db: Parameters<typeof lock>[0]): Promise<void> {
  await sql`set local lock_timeout = '60s'`.execute(db);
  try {
    await lockMigrating(db);
  } catch (error) {
    if (!(error instanceof StoreUnavailableError) || error.fault !== "busy") throw error;
    throw new TransferError("another program is bringing something into the database; try again when it is done", {
      cause: error,
    });
  }
  await sql`set local lock_timeout = 0`.execute(db);
}

async function refuseFull(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and relname <> ${lockTables.migrating} and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname limit 1`.execute(db);
  const [found] = rows;
  if (found !== undefined)
    throw new TransferError(`the database is not empty (it holds ${found.name}); make a new one for the store`);
}

/** Drops the indexes that no constraint needs. Returns the statements that recreate them. */
export async function dropIndexes(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select indexname as name, indexdef as statement from pg_indexes where schemaname = current_schema()
      and to_regclass(quote_ident(indexname)) not in (select conindid from pg_constraint)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ statement }) => statement);
}

const sequence = (table: string, column: string) => sql`pg_get_serial_sequence(${table}, ${column})::regclass`;

/** The store as read through this connection. */
export function readable(db: Kysely<Database>): Readable {
  return {
    engine: engineOn(db),
    db,
    files: null,
    async columnsOf(table) {
      const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
      return rows.map(({ name }) => name).sort();
    },
    async lastNumber(table, column) {
      const { rows } = await sql<{ last: number | null }>`
        select pg_sequence_last_value(${sequence(table, column)}) as last`.execute(db);
      return Number(rows[0]?.last ?? 0);
    },
  };
}
