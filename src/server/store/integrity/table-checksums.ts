import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../database.ts";

/** A content table: not SQLite's own, nor the search index, which is derived from the content. */
export interface SummedTable {
  name: string;
  columns: string[];
}

/** Sums stay below 2^48, which both SQLite and JavaScript represent exactly. */
const mask = 0xffff_ffff_ffff;

const tablesQuery = `select t.name as name, group_concat(quote(c.name), ',' order by c.cid) as columns
  from sqlite_schema t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and t.name not glob 'inquiry_gram*'
    and t.name not in ('content_sum', 'kysely_migration_lock')
  group by t.name order by t.name`;

/** The definitions of tables and indexes. Only migrations change them. */
const schema: SummedTable = { name: "sqlite_schema", columns: ["type", "name", "tbl_name", "sql"] };

const quoted = (name: string) => `"${name}"`;

/**
 * Registers `row_sum(columns ...)`: a CRC-32 of the values with their types. Every connection that writes to a summed
 * table needs it.
 */
export function defineRowSum(database: DatabaseSync): void {
  const rowSum = (...values: unknown[]) => crc32(JSON.stringify(values));
  database.function("row_sum", { varargs: true, deterministic: true }, rowSum);
}

/** Stores of older versions have no sums. */
export function hasChecksums(database: DatabaseSync): boolean {
  return database.prepare("select 1 from sqlite_schema where name = 'content_sum'").get() !== undefined;
}

/** The content tables in the file, and the schema table. */
export function summedTables(database: DatabaseSync): SummedTable[] {
  const rows = database.prepare(tablesQuery).all();
  return [schema, ...rows.map((row) => toTable({ name: String(row["name"]), columns: String(row["columns"]) }))];
}

function toTable({ name, columns }: { name: string; columns: string }): SummedTable {
  // Our names contain no quotes and no commas.
  return { name, columns: columns.split(",").map((column) => column.slice(1, -1)) };
}

/**
 * Rows per sum statement, because a statement keeps all pages it has read in memory until it ends. A part of a file has
 * 64 KB.
 */
const rowBatchSize = (table: string) => (table === "attachment_part" ? 500 : 5000);

/** An SQL query for the count and the sum of a batch of rows after a given row. */
export function sumQuery({ name, columns }: SummedTable): string {
  const values = columns.map(quoted).join(", ");
  return `select count(*) as rows, coalesce(sum(row_sum(${values})), 0) & ${mask} as sum, max(number) as last
    from (select rowid as number, ${values} from ${quoted(name)} where rowid > ? order by rowid limit ${rowBatchSize(name)})`;
}

/** The result of `sumQuery`; `last` is the cursor for the next batch, null at the end. */
export interface SummedRows {
  rows: number;
  sum: number;
  last: number | null;
}

/** The count and the sum over all rows of a table. */
export type TableSum = Omit<SummedRows, "last">;

/**
 * Sums up a table in batches: yields the row after which to read, and takes what `sumQuery` found there. Returns null
 * if the rows do not come in their order, as in a damaged table: to read on would never end.
 */
export function* sumBatches(): Generator<number, TableSum | null, SummedRows> {
  const total = { rows: 0, sum: 0 };
  // Starts below every row number, even one set by hand.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const { rows, sum, last } = yield after;
    if (last !== null && last <= after) return null;
    total.rows += rows;
    total.sum = (total.sum + sum) % (mask + 1);
    if (last === null) return total;
    after = last;
  }
}

/**
 * Maintains the sums of all tables, or only of those in `only`, within each transaction. The triggers exist on this
 * connection only, so changes by other programs or by a faulty disk do not match the sums.
 */
export async function keepChecksums(db: Kysely<Database>, only?: readonly string[]): Promise<void> {
  for (const table of await contentTables(db)) {
    if (only?.includes(table.name) === false) continue;
    for (const trigger of triggersOf(table)) await sql.raw(trigger).execute(db);
  }
}

/** The triggers of this connection that maintain the sums of these tables; may be none. */
export async function sumTriggers(db: Kysely<Database>, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_temp_master where type = 'trigger'`.execute(db);
  const own = new Set(names.flatMap((name) => triggerEvents.map((event) => triggerName(name, event))));
  return rows.map(({ name }) => name).filter((name) => own.has(name));
}

/**
 * Recomputes all sums from the rows; with `remade`, only those of these tables, of tables without a sum, and of the
 * schema.
 */
export async function makeChecksums(db: Transaction<Database>, remade?: readonly string[]): Promise<void> {
  const tables = [schema, ...(await contentTables(db))];
  const { rows: summed } = await sql<{ name: string }>`select name from content_sum`.execute(db);
  const isKept = (name: string) =>
    remade !== undefined && name !== schema.name && !remade.includes(name) && summed.some((one) => one.name === name);
  for (const table of tables) {
    if (isKept(table.name)) continue;
    const columns = table.columns.join(",");
    const { rows: count, sum } = await sumRows(db, table);
    // The counters never decrease, whatever happened to the rows.
    await sql`insert into content_sum (name, columns, sum, added, changed, removed)
      values (${table.name}, ${columns}, ${sum}, ${count}, 0, 0)
      on conflict (name) do update set columns = excluded.columns, sum = excluded.sum, changed = changed + 1,
        added = max(added, excluded.added + removed), removed = max(removed, added - excluded.added)`.execute(db);
  }
  const names = sql.join(tables.map(({ name }) => name));
  await sql`delete from content_sum where name not in (${names})`.execute(db);
}

/** @throws Error if the rows are not in their order */
async function sumRows(db: Transaction<Database>, table: SummedTable): Promise<TableSum> {
  const batches = sumBatches();
  let step = batches.next();
  while (step.done !== true) {
    const { rows } = await db.executeQuery<SummedRows>(CompiledQuery.raw(sumQuery(table), [step.value]));
    step = batches.next(rows[0] ?? { rows: 0, sum: 0, last: null });
  }
  if (step.value === null)
    throw new Error(`The rows of the table ${table.name} are not in their order: the store is damaged.`);
  return step.value;
}

async function contentTables(db: Kysely<Database>): Promise<SummedTable[]> {
  const { rows } = await sql<{ name: string; columns: string }>`${sql.raw(tablesQuery)}`.execute(db);
  return rows.map(toTable);
}

const triggerEvents = ["insert", "update", "delete"] as const;
const triggerName = (table: string, event: (typeof triggerEvents)[number]) => `sum_${table}_${event}`;

function triggersOf({ name, columns }: SummedTable): string[] {
  const sumOf = (row: "new" | "old") => `row_sum(${columns.map((column) => `${row}.${quoted(column)}`).join(", ")})`;
  const triggerAfter = (event: (typeof triggerEvents)[number], counter: string, sum: string) =>
    `create temp trigger ${quoted(triggerName(name, event))} after ${event} on main.${quoted(name)} begin
       update content_sum set ${counter} = ${counter} + 1, sum = (sum ${sum}) & ${mask} where name = '${name}';
     end`;
  return [
    triggerAfter("insert", "added", `+ ${sumOf("new")}`),
    triggerAfter("update", "changed", `- ${sumOf("old")} + ${sumOf("new")}`),
    triggerAfter("delete", "removed", `- ${sumOf("old")}`),
  ];
}
