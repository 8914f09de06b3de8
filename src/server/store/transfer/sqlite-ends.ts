import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { syncFile } from "#server/lib/durable-file.ts";
import { createCommitCounter } from "../integrity/commit-counter.ts";
import { keepChecksums, makeChecksums } from "../integrity/table-checksums.ts";
import { inspectStore, inWords, StoreDamagedError } from "../integrity/inspect-store.ts";
import type { Database } from "../database.ts";
import { createFileFolder, filesFolder } from "../files/file-folder.ts";
import type { FileStore } from "../files/file-store.ts";
import { takeFolder } from "../sqlite/folder-lock.ts";
import { migrate } from "../migrate.ts";
import { openForReading, openSqlite } from "../sqlite/open.ts";
import { sqliteEngine } from "../sqlite/engine.ts";
import { sqliteFile } from "../open-database.ts";
import { checkIntegrity } from "../integrity/integrity-check.ts";
import { type Fillable, TransferError, type Readable, requireSchema, type Progress } from "./ends.ts";

/**
 * Reads an embedded store that no other program is using: the copy would miss later writes. `finish` may write
 * to it, under the same lock.
 * @throws TransferError, FolderInUseError, StoreDamagedError, StoreTooNewError
 */
export async function readSqlite<T>(
  dataDir: string,
  progress: Progress,
  run: (store: Readable) => Promise<T>,
  finish: (db: Kysely<Database>) => Promise<void>,
): Promise<T> {
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) throw new TransferError(`DATA_DIR: there is no store in ${dataDir}`);
  const lock = takeFolder(dataDir);
  try {
    inspectStore(dataDir, file);
    progress("Checking the store that is to be moved");
    const { problems } = checkIntegrity(file);
    if (problems.length > 0) throw new StoreDamagedError(problems);
    const source = openForReading(file);
    let result: T;
    try {
      await requireSchema(source, sqliteEngine);
      result = await run(readable(source, createFileFolder(filesFolder(dataDir))));
    } finally {
      await source.destroy();
    }
    // The commit counter may stay behind the store.
    const db = openSqlite(file);
    try {
      await keepChecksums(db);
      await finish(db);
    } finally {
      await db.destroy();
    }
    return result;
  } finally {
    lock.release();
  }
}

/**
 * Fills a new embedded store in a folder without one, and checks all of it. Unusable until this has ended: nothing is
 * synced before.
 * @throws TransferError
 */
export async function fillSqlite<T>(
  dataDir: string,
  progress: Progress,
  run: (store: Fillable) => Promise<T>,
): Promise<T> {
  const file = sqliteFile(dataDir);
  const db = openSqlite(file);
  let result: T;
  try {
    await migrate(db, sqliteEngine);
    // One large transaction directly into the file, without a log; after an interruption the transfer starts over.
    await sql`pragma journal_mode = delete`.execute(db);
    await sql`pragma synchronous = off`.execute(db);
    result = await db.transaction().execute(async (transaction) => {
      const putBack = await dropIndexesAndTriggers(transaction);
      // A migration has inserted counters for the empty store.
      await transaction.deleteFrom("inquiry_count").execute();
      const done = await run({
        ...readable(transaction, null),
        continueAfter: (...last) => continueAfter(transaction, ...last),
      });
      progress("Building the indexes");
      for (const statement of putBack) await sql.raw(statement).execute(transaction);
      await makeChecksums(transaction);
      await countErased(transaction);
      return done;
    });
    await sql`pragma journal_mode = wal`.execute(db);
  } finally {
    await db.destroy();
  }
  await syncFile(file);
  progress("Checking the new store");
  const { problems } = checkIntegrity(file);
  if (problems.length > 0) throw new TransferError(`the new store is damaged: ${inWords(problems)}`);
  const count = createCommitCounter(dataDir, file);
  // Closing a writable connection removes the log.
  const database = new DatabaseSync(file);
  count.write(database);
  database.close();
  count.close();
  return result;
}

function readable(db: Kysely<Database>, files: FileStore | null): Readable {
  return {
    engine: sqliteEngine,
    db,
    files,
    async columnsOf(table) {
      // Generated columns are not included.
      const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
      const names = rows.map(({ name }) => name);
      // The only table whose row number is not one of its columns.
      if (table === "inquiry_note") names.push("rowid");
      return names.sort();
    },
    lastNumber: (table, column) => lastNumber(db, table, column),
  };
}

async function lastNumber(db: Kysely<Database>, table: string, column: string): Promise<number> {
  const from =
    column === "rowid"
      ? sql<{ last: number | null }>`select max(rowid) as last from ${sql.table(table)}`
      : sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${table}`;
  const { rows } = await from.execute(db);
  return rows[0]?.last ?? 0;
}

async function continueAfter(db: Kysely<Database>, table: string, column: string, last: number): Promise<void> {
  if (column === "rowid") return;
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
}

/**
 * Drops the indexes, which are built faster from all rows at once, and the triggers, which would reject a truncated
 * audit log. Returns the statements that recreate them.
 */
async function dropIndexesAndTriggers(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null`.execute(db);
  for (const { type, name } of rows) await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(db);
  return rows.map((row) => row.sql);
}

/** Carries over the count of inquiries that were accepted and erased before. */
async function countErased(db: Kysely<Database>): Promise<void> {
  const accepted = await lastNumber(db, "inquiry", "number");
  await sql`update content_sum set added = ${accepted}, removed = ${accepted} - added
    where name = 'inquiry' and added < ${accepted}`.execute(db);
}
