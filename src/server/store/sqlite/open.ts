import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Logger,
  type QueryResult,
  sql,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { makePrivateFile } from "#server/lib/durable-file.ts";
import type { Database } from "../database.ts";
import { defineRowSum } from "../integrity/table-checksums.ts";
import { StoreUnavailableError } from "../store-unavailable.ts";
import { storeError } from "./faults.ts";
import type { WriteTurns } from "./write-turns.ts";

/** Cache size for prepared statements. The program has fewer distinct ones; the limit guards against a leak. */
const keptStatements = 256;
/** Max time in ms that a statement waits for another process's write. */
const patience = 5000;

/** Called after each commit of a connection, before the commit's promise resolves. */
type Committed = (database: DatabaseSync) => void;

/**
 * Opens the embedded store. `file` is a path, or `:memory:`, with the serialized `contents` of another one. With
 * `turns` it is one of two connections that write, of which only the first one may rely on the log that it finds.
 * WAL with `synchronous=FULL`: a commit that returned is synced (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function openSqlite(
  file: string,
  {
    committed,
    log,
    contents,
    turns,
    isFirst = true,
  }: {
    committed?: Committed;
    log?: Logger | undefined;
    contents?: Uint8Array;
    turns?: WriteTurns;
    isFirst?: boolean;
  } = {},
): Kysely<Database> {
  if (file !== ":memory:") makePrivateFile(file);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: patience });
  if (file === ":memory:" && contents !== undefined) database.deserialize(contents);
  beginLog(database);
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  // 32 MiB: a change of the search index touches hundreds of pages, which should not be written before the commit.
  database.exec("PRAGMA cache_size = -32768;");
  // Truncate the log to 4 MiB after a checkpoint.
  database.exec("PRAGMA journal_size_limit = 4194304;");
  defineRowSum(database);
  if (file !== ":memory:" && isFirst) rewriteLog(database, file);
  const dialect = new TransactionalDialect({ database: adapt(database, committed) }, turns);
  return new Kysely<Database>({ dialect, ...(log && { log }) });
}

/** If two programs create a store at the same moment, SQLite fails one with SQLITE_BUSY without waiting: retry. */
function beginLog(database: DatabaseSync): void {
  for (const until = performance.now() + patience; ;) {
    try {
      database.exec("PRAGMA journal_mode = WAL;");
      return;
    } catch (error) {
      const fault = storeError(error);
      const isBusy = fault instanceof StoreUnavailableError && fault.fault === "busy";
      if (!isBusy || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** A read-only connection to an existing store. @throws StoreUnavailableError */
export function openForReading(file: string): Kysely<Database> {
  const database = naming(() => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: patience });
    // 8 MiB beside the other connection's cache: a search reads most pages once. The first query opens the file.
    opened.exec("PRAGMA cache_size = -8192; SELECT 1 FROM sqlite_master LIMIT 1;");
    return opened;
  });
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: adapt(database) }) });
}

/**
 * Checkpoints and truncates the write-ahead log, which otherwise still contains erased data
 * (https://sqlite.org/pragma.html#pragma_wal_checkpoint). Returns false, without waiting, if another connection reads
 * or writes.
 */
export async function emptyLog(db: Kysely<Database>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
      return rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(patience)}`.execute(connection);
    }
  });
}

/** Kysely assumes that SQLite cannot roll back schema changes; it can (https://sqlite.org/lang_transaction.html). */
class TransactionalDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #turns: WriteTurns;

  constructor(config: SqliteDialectConfig, turns: WriteTurns = alone) {
    super(config);
    this.#config = config;
    this.#turns = turns;
  }

  override createDriver(): SqliteDriver {
    return new WritingDriver(this.#config, this.#turns);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Turns for a store with one connection that writes. */
const alone: WriteTurns = { enter: () => Promise.resolve(), leave: () => undefined };

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Our transactions write. One that reads first fails without waiting if another process has written since
 * (https://sqlite.org/lang_transaction.html: SQLITE_BUSY_SNAPSHOT), so each takes the write lock at its beginning.
 */
class WritingDriver extends SqliteDriver {
  readonly #turns: WriteTurns;
  #connection: TurnTakingConnection | undefined;

  constructor(config: SqliteDialectConfig, turns: WriteTurns) {
    super(config);
    this.#turns = turns;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= new TurnTakingConnection(await super.acquireConnection(), this.#turns));
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#turns.enter();
    try {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    } catch (error) {
      this.#turns.leave();
      throw error;
    }
    if (this.#connection !== undefined) this.#connection.isInTurn = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#endTurn();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).finally(() => this.#endTurn());
  }

  #endTurn(): void {
    if (this.#connection !== undefined) this.#connection.isInTurn = false;
    this.#turns.leave();
  }
}

/** Takes a turn for each statement outside of a transaction that may write. */
class TurnTakingConnection implements DatabaseConnection {
  isInTurn = false;
  readonly #connection: DatabaseConnection;
  readonly #turns: WriteTurns;

  constructor(connection: DatabaseConnection, turns: WriteTurns) {
    this.#connection = connection;
    this.#turns = turns;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isInTurn || writesNothing.test(query.sql)) return this.#connection.executeQuery<R>(query);
    await this.#turns.enter();
    try {
      return await this.#connection.executeQuery<R>(query);
    } finally {
      this.#turns.leave();
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }
}

/** A passive checkpoint waits for nobody, and nobody for it. */
const writesNothing = /^\s*(select\b|begin immediate$|pragma wal_checkpoint\((noop|passive)\))/i;

/** Adapts `node:sqlite` to the `better-sqlite3` interface that Kysely's dialect expects. */
function adapt(database: DatabaseSync, committed?: Committed): SqliteDatabase {
  const written = () => (database.isTransaction ? undefined : committed?.(database));
  const ready = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      // A full disk or a failed write has already rolled back (https://sqlite.org/lang_transaction.html).
      if (text === "rollback" && !database.isTransaction) return nothing;
      let statement = ready.get(text);
      if (statement === undefined) {
        statement = adaptStatement(
          naming(() => database.prepare(text)),
          written,
        );
        if (ready.size >= keptStatements) ready.clear();
        ready.set(text, statement);
      }
      return statement;
    },
  };
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  *iterate() {},
};

/** Runs something on the database and converts storage faults to `StoreUnavailableError`. */
function naming<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw storeError(error);
  }
}

function adaptStatement(statement: StatementSync, written: () => void): SqliteStatement {
  let columns = statement.columns();
  const reader = columns.length > 0;
  if (reader) {
    // `node:sqlite` gives each row object its own hidden class, which only a full garbage collection frees.
    statement.setReturnArrays(true);
    // It throws at a number beyond those of JavaScript, and with it takes every row of the result away.
    statement.setReadBigInts(true);
  }

  function toRow(values: unknown): Record<string, unknown> {
    // Arrays, because of `setReturnArrays` above.
    const cells = values as unknown[];
    // A migration may change the columns of `select *`.
    if (cells.length !== columns.length) columns = statement.columns();
    const row: Record<string, unknown> = {};
    for (const [index, { name, type }] of columns.entries()) row[name] = plainValue(cells[index], type);
    return row;
  }

  return {
    reader,
    all: (parameters) => naming(() => statement.all(...sqliteValues(parameters))).map(toRow),
    run(parameters) {
      const result = naming(() => statement.run(...sqliteValues(parameters)));
      written();
      return result;
    },
    *iterate(parameters) {
      const rows = naming(() => statement.iterate(...sqliteValues(parameters)));
      try {
        for (let next = naming(() => rows.next()); next.done !== true; next = naming(() => rows.next())) {
          yield toRow(next.value);
        }
      } finally {
        // A consumer that stops early must not leave the statement open.
        rows.return?.();
      }
    },
  };
}

/**
 * Our tables hold only text, numbers and null; any column can hold something else after other programs wrote to it. A
 * text that is kept as bytes begins with that word, so that it never passes for what was signed. Of the tables beneath
 * the search index, some hold bytes.
 */
function plainValue(value: unknown, type: string | null): unknown {
  if (typeof value === "bigint") return Number(value);
  return value instanceof Uint8Array && type !== "BLOB" ? `bytes: ${Buffer.from(value).toString()}` : value;
}

function sqliteValues(parameters: readonly unknown[]): SQLInputValue[] {
  // Kysely passes on the values of typed queries; the tables hold only text, numbers and null.
  return parameters as SQLInputValue[];
}

const chunk = 1_048_576;

/**
 * Rewrites the content of the write-ahead log of `file` unchanged and syncs it, before anything relies on it. After a
 * failed sync, the system may treat pages as written that never reached the disk. The connection that saw the fault
 * does not rely on them, but the next start would, since it reads the log from the page cache: its own synced writes
 * would follow a gap and be lost with it on a power failure. (P. Rebello et al., "Can Applications Recover from fsync
 * Failures?", USENIX ATC 2020.)
 * @throws StoreUnavailableError if the disk still fails, or the log is not writable
 */
function rewriteLog(database: DatabaseSync, file: string): void {
  // Keeps others from appending to the log or restarting it.
  database.exec("BEGIN IMMEDIATE");
  try {
    const log = openLog(`${file}-wal`);
    if (log === undefined) return;
    try {
      const bytes = Buffer.alloc(chunk);
      let at = 0;
      for (;;) {
        const read = readSync(log, bytes, 0, chunk, at);
        if (read === 0) break;
        for (let done = 0; done < read;) done += writeSync(log, bytes, done, read - done, at + done);
        at += read;
      }
      if (at > 0) fsyncSync(log);
    } finally {
      closeSync(log);
    }
  } catch (error) {
    throw error instanceof Error ? new StoreUnavailableError("disk", error) : error;
  } finally {
    database.exec("ROLLBACK");
  }
}

function openLog(path: string): number | undefined {
  try {
    return openSync(path, "r+");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Copies a snapshot of a store while others write to it (https://sqlite.org/backup.html). All pages in one step, since
 * a backup in several steps restarts after each write of another connection. Does not block the event loop.
 */
export async function copyStore(file: string, copy: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, copy, { rate: 2 ** 31 - 1 });
  } finally {
    source.close();
  }
}
