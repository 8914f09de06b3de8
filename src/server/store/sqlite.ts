import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import type { Database } from "./database.ts";

/** Statements kept ready; the program has fewer distinct ones, so the cap only guards against a leak. */
const keptStatements = 256;

/**
 * Opens the embedded store. `file` is a path, or `:memory:`.
 * WAL with `synchronous=FULL`: a commit that returned is synced (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export function openSqlite(file: string): Kysely<Database> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  // 32 MiB: a change of the search index touches hundreds of pages, which must not be written before the commit.
  database.exec("PRAGMA cache_size = -32768;");
  return new Kysely<Database>({ dialect: new TransactionalDialect({ database: adapt(database) }) });
}

/** Kysely takes it that SQLite cannot roll back a change of the schema; it can (https://sqlite.org/lang_transaction.html). */
class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** `node:sqlite` in the shape of `better-sqlite3`, which Kysely's dialect speaks to. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const ready = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      let statement = ready.get(sql);
      if (statement === undefined) {
        statement = adaptStatement(database.prepare(sql));
        if (ready.size >= keptStatements) ready.clear();
        ready.set(sql, statement);
      }
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
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
    all: (parameters) => statement.all(...sqliteValues(parameters)).map(toRow),
    run: (parameters) => statement.run(...sqliteValues(parameters)),
    *iterate(parameters) {
      for (const values of statement.iterate(...sqliteValues(parameters))) yield toRow(values);
    },
  };
}

function sqliteValues(parameters: readonly unknown[]): SQLInputValue[] {
  // Kysely passes on what the typed queries were given, and the tables hold nothing but text, numbers and null.
  return parameters as SQLInputValue[];
}
