import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../database.ts";
import { migrateWithin } from "../migrate.ts";
import { TransferError } from "../transfer/ends.ts";
import { dropIndexes, readable } from "../transfer/postgres-ends.ts";
import { type TableName, tablePlans } from "../transfer/tables.ts";
import { createPostgresEngine } from "./engine.ts";
import { isRefusedRow } from "./pool.ts";

/** Reads a dump: rows, with each value in PostgreSQL's text form, and the last numbers of sequences. */
export interface DumpReader {
  /** Gets a table's sorted column names. Returns what takes its rows; undefined to leave them out. */
  table(name: string, columns: readonly string[]): Promise<OnRow | undefined> | OnRow | undefined;
  sequence?(name: string, last: number): void;
}

/** Takes a row's values, in the order of the columns. */
export type OnRow = (values: ReadonlyArray<string | null>) => Promise<void> | void;

/** A batch ends with as many rows, or characters. */
const batchLimits = { rows: 500, characters: 4_000_000 };

/**
 * Creates the tables of these migrations, and fills them with the rows that `read` passes on. A dump may hold any SQL:
 * the schema is ours, and of the dump only rows and numbers are used.
 * @throws TransferError if a row does not fit
 */
export async function fillRestored(
  db: Transaction<Database>,
  migrations: readonly string[],
  read: (reader: DumpReader) => Promise<void>,
): Promise<void> {
  const engine = createPostgresEngine((run) => run(db));
  const known = Object.entries(engine.migrations).filter(([name]) => migrations.includes(name));
  await migrateWithin(db, { ...engine, migrations: Object.fromEntries(known) });
  const store = readable(db);
  const columnsOf = new Map<string, string>();
  for (const name of [...Object.keys(tablePlans), "inquiry_gram"]) {
    const columns = await store.columnsOf(name as TableName);
    if (columns.length > 0) columnsOf.set(name, columns.join());
  }
  // The log's trigger would refuse a log that was shortened, and each row would check its references.
  await sql`alter table audit_entry disable trigger user`.execute(db);
  const indexes = await dropIndexes(db);
  const references = await dropReferences(db, [...columnsOf.keys()]);
  // A migration has inserted rows for a new store.
  await sql`truncate ${sql.join([...columnsOf.keys()].map((name) => sql.table(name)))}`.execute(db);

  let left: () => Promise<void> = () => Promise.resolve();
  const sequences = new Map<string, number>();
  await read({
    async table(name, columns) {
      await left();
      const expected = columnsOf.get(name);
      if (expected === undefined) return undefined;
      if (expected !== columns.join()) throw new TransferError(`the table ${name} of the dump has other columns`);
      const { add, flush } = inserting(db, name, columns);
      left = flush;
      return add;
    },
    sequence: (name, last) => void sequences.set(name, last),
  });
  await left();

  for (const [name, { numbered }] of Object.entries(tablePlans))
    if (numbered !== undefined && columnsOf.has(name)) {
      const last = sequences.get(`${name}_${numbered}_seq`) ?? 0;
      await sql`select setval(pg_get_serial_sequence(${name}, ${numbered})::regclass, last) from (
        select greatest(max(${sql.ref(numbered)}), ${last}) as last from ${sql.table(name)}) as numbers
        where last > 0`.execute(db);
    }
  for (const statement of [...indexes, ...references]) await fitting("the dump", () => sql.raw(statement).execute(db));
  await sql`alter table audit_entry enable trigger user`.execute(db);
}

/** Inserts rows in batches. */
function inserting(db: Kysely<Database>, name: string, columns: readonly string[]) {
  let rows: Array<ReadonlyArray<string | null>> = [];
  let characters = 0;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const flush = async () => {
    if (rows.length === 0) return;
    const values = sql.join(rows.map((row) => sql`(${sql.join([...row])})`));
    rows = [];
    characters = 0;
    await fitting(`the table ${name} of the dump`, () =>
      sql`insert into ${sql.table(name)} (${names}) values ${values}`.execute(db),
    );
  };
  const add: OnRow = (values) => {
    rows.push(values);
    for (const value of values) characters += value?.length ?? 0;
    return rows.length >= batchLimits.rows || characters >= batchLimits.characters ? flush() : undefined;
  };
  return { add, flush };
}

/** @throws TransferError if the database refuses a row */
async function fitting(what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isRefusedRow(error))
      throw new TransferError(`${what} holds a row that no store of this program has`, { cause: error });
    throw error;
  }
}

/** Drops the foreign keys. Returns the statements that recreate them, which check all rows at once. */
async function dropReferences(db: Kysely<Database>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      and conrelid in (select unnest(${tables}::text[])::regclass)`.execute(db);
  for (const { drop } of rows) await sql.raw(drop).execute(db);
  return rows.map(({ add }) => add);
}
