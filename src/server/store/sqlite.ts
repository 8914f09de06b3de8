import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  sql,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteDialectConfig,
  type SqliteStatement,
} from "kysely";
import { defineRowSum } from "./content-sums.ts";
import type { Database } from "./database.ts";
import { rewriteLog } from "./log-rewrite.ts";
import { StoreUnavailableError } from "../store-unavailable.ts";
import { storeError } from "./sqlite-faults.ts";

/** Statements kept ready; the program has fewer distinct ones, so the cap only guards against a leak. */
const keptStatements = 256;
/** How long a statement waits for another process's write, in milliseconds. */
const patience = 5000;

/** Called after each commit of a connection, before anybody is told of it. */
export type Committed = (database: DatabaseSync) => void;

/**
 * Opens the embedded store. `file` is a path, or `:memory:`.
 * WAL with `synchronous=FULL`: a commit that returned is synced (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function openSqlite(file: string, committed?: Committed): Kysely<Database> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: patience });
  beginLog(database);
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  // 32 MiB: a change of the search index touches hundreds of pages, which must not be written before the commit.
  database.exec("PRAGMA cache_size = -32768;");
  // The log stays short: what is longer after a checkpoint is cut off.
  database.exec("PRAGMA journal_size_limit = 4194304;");
  defineRowSum(database);
  if (file !== ":memory:") rewriteLog(database, file);
  return new Kysely<Database>({ dialect: new TransactionalDialect({ database: adapt(database, committed) }) });
}

/** Of two programs that make a store at the same moment, SQLite sends one away here without any waiting: it asks again. */
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

/** A connection to a store that is there, for reading alone. @throws StoreUnavailableError */
export function openForReading(file: string): Kysely<Database> {
  const database = naming(() => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: patience });
    // 8 MiB beside the other connection's: what a search walks through is mostly read once. The first look really opens the file.
    opened.exec("PRAGMA cache_size = -8192; SELECT 1 FROM sqlite_master LIMIT 1;");
    return opened;
  });
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: adapt(database) }) });
}

/**
 * Writes what the write-ahead log holds into the file and empties the log: it keeps what a transaction has erased as it was before
 * (https://sqlite.org/pragma.html#pragma_wal_checkpoint). False where another connection reads or writes: that is not waited for.
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

/** Kysely takes it that SQLite cannot roll back a change of the schema; it can (https://sqlite.org/lang_transaction.html). */
class TransactionalDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new WritingDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Our transactions write. One that reads first would be refused, without any waiting, where another process has written since
 * (https://sqlite.org/lang_transaction.html: SQLITE_BUSY_SNAPSHOT), so each waits for its turn at its beginning.
 */
class WritingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** `node:sqlite` in the shape of `better-sqlite3`, which Kysely's dialect speaks to. */
function adapt(database: DatabaseSync, committed?: Committed): SqliteDatabase {
  const written = () => (database.isTransaction ? undefined : committed?.(database));
  const ready = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      // A full disk and a failed write have rolled back already (https://sqlite.org/lang_transaction.html), which is all Kysely wants.
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

/** Does something with the database; where that is at fault it throws a `StoreUnavailableError`. */
function naming<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw storeError(error);
  }
}

function adaptStatement(statement: StatementSync, written: () => void): SqliteStatement {
  let names = statement.columns().map(({ name }) => name);
  const reader = names.length > 0;
  // `node:sqlite` makes each row an object of a hidden class of its own, which only a full garbage collection frees.
  if (reader) statement.setReturnArrays(true);

  function toRow(values: unknown): Record<string, unknown> {
    // Arrays, as was asked for above.
    const cells = values as unknown[];
    // A migration may give `select *` other columns.
    if (cells.length !== names.length) names = statement.columns().map(({ name }) => name);
    const row: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) row[name] = cells[index];
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
        // Whoever stops early must leave no statement open.
        rows.return?.();
      }
    },
  };
}

function sqliteValues(parameters: readonly unknown[]): SQLInputValue[] {
  // Kysely passes on what the typed queries were given, and the tables hold nothing but text, numbers and null.
  return parameters as SQLInputValue[];
}
