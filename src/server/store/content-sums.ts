import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";

/** A table of content: neither SQLite's own, nor the search index, which is made of the content. */
export interface SummedTable {
  name: string;
  columns: string[];
}

/** Sums are kept below 2^48, which both SQLite and JavaScript hold exactly. */
const mask = 0xffff_ffff_ffff;

const tablesQuery = `select t.name as name, group_concat(quote(c.name), ',' order by c.cid) as columns
  from sqlite_schema t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and t.name not glob 'inquiry_gram*'
    and t.name not in ('content_sum', 'kysely_migration_lock')
  group by t.name order by t.name`;

/** What the tables and indexes are. It changes with migrations alone. */
const schema: SummedTable = { name: "sqlite_schema", columns: ["type", "name", "tbl_name", "sql"] };

const quoted = (name: string) => `"${name}"`;

/** Registers `row_sum(columns ...)`: a CRC-32 of the values with their types. Whatever writes to a summed table needs it. */
export function defineRowSum(database: DatabaseSync): void {
  const rowSum = (...values: unknown[]) => crc32(JSON.stringify(values));
  database.function("row_sum", { varargs: true, deterministic: true }, rowSum);
}

/** A store of an older version has none. */
export function hasSums(database: DatabaseSync): boolean {
  return database.prepare("select 1 from sqlite_schema where name = 'content_sum'").get() !== undefined;
}

/** The tables as the file has them, that of the schema among them. */
export function summedTables(database: DatabaseSync): SummedTable[] {
  const rows = database.prepare(tablesQuery).all();
  return [schema, ...rows.map((row) => toTable({ name: String(row["name"]), columns: String(row["columns"]) }))];
}

function toTable({ name, columns }: { name: string; columns: string }): SummedTable {
  // Names of ours hold no quotes and no commas.
  return { name, columns: columns.split(",").map((column) => column.slice(1, -1)) };
}

/** So many rows are summed up in one statement: whatever it has read stays in memory until it is through. */
const rowsAtOnce = 5000;

/** The count and the sum over some rows of a table, those behind one of them, as an SQL expression. */
export function sumQuery({ name, columns }: SummedTable): string {
  const values = columns.map(quoted).join(", ");
  return `select count(*) as rows, coalesce(sum(row_sum(${values})), 0) & ${mask} as sum, max(number) as last
    from (select rowid as number, ${values} from ${quoted(name)} where rowid > ? order by rowid limit ${rowsAtOnce})`;
}

/** What `sumQuery` has found; `last` is where to go on, null at the end. */
export interface SummedRows {
  rows: number;
  sum: number;
  last: number | null;
}

/** Before the first row, whatever number somebody has given it. */
export const beforeAll = Number.MIN_SAFE_INTEGER;

/** Adds to `total` what was found. */
export function addSums(total: Omit<SummedRows, "last">, found: SummedRows): Omit<SummedRows, "last"> {
  return { rows: total.rows + found.rows, sum: (total.sum + found.sum) % (mask + 1) };
}

/**
 * Keeps the sums of all tables up to date from now on, within each transaction, by triggers of this connection alone: what another
 * program writes, or what a disk makes of a row, fits no sum.
 */
export async function keepSums(db: Kysely<Database>): Promise<void> {
  for (const table of await contentTables(db)) {
    for (const trigger of triggersOf(table)) await sql.raw(trigger).execute(db);
  }
}

/** Makes the sums anew, of what is there. */
export async function makeSums(db: Transaction<Database>): Promise<void> {
  const tables = [schema, ...(await contentTables(db))];
  for (const table of tables) {
    const columns = table.columns.join(",");
    const { rows: count, sum } = await sumRows(table, async (query, after) => {
      const { rows } = await db.executeQuery<SummedRows>(CompiledQuery.raw(query, [after]));
      return rows[0];
    });
    // Counts only ever grow, whatever has happened to the rows.
    await sql`insert into content_sum (name, columns, sum, added, changed, removed)
      values (${table.name}, ${columns}, ${sum}, ${count}, 0, 0)
      on conflict (name) do update set columns = excluded.columns, sum = excluded.sum, changed = changed + 1,
        added = max(added, excluded.added + removed), removed = max(removed, added - excluded.added)`.execute(db);
  }
  const names = sql.join(tables.map(({ name }) => name));
  await sql`delete from content_sum where name not in (${names})`.execute(db);
}

/** The count and the sum over all rows, as `ask` finds them. */
async function sumRows(
  table: SummedTable,
  ask: (query: string, after: number) => Promise<SummedRows | undefined>,
): Promise<Omit<SummedRows, "last">> {
  let total: Omit<SummedRows, "last"> = { rows: 0, sum: 0 };
  let after: number | null = beforeAll;
  while (after !== null) {
    const found: SummedRows = (await ask(sumQuery(table), after)) ?? { rows: 0, sum: 0, last: null };
    total = addSums(total, found);
    after = found.last;
  }
  return total;
}

async function contentTables(db: Kysely<Database>): Promise<SummedTable[]> {
  const { rows } = await sql<{ name: string; columns: string }>`${sql.raw(tablesQuery)}`.execute(db);
  return rows.map(toTable);
}

function triggersOf({ name, columns }: SummedTable): string[] {
  const sumOf = (row: "new" | "old") => `row_sum(${columns.map((column) => `${row}.${quoted(column)}`).join(", ")})`;
  const on = (event: "insert" | "update" | "delete", counter: string, sum: string) =>
    `create temp trigger ${quoted(`sum_${name}_${event}`)} after ${event} on main.${quoted(name)} begin
       update content_sum set ${counter} = ${counter} + 1, sum = (sum ${sum}) & ${mask} where name = '${name}';
     end`;
  return [
    on("insert", "added", `+ ${sumOf("new")}`),
    on("update", "changed", `- ${sumOf("old")} + ${sumOf("new")}`),
    on("delete", "removed", `- ${sumOf("old")}`),
  ];
}
