import { DatabaseSync } from "node:sqlite";
import {
  addSums,
  beforeAll,
  defineRowSum,
  hasSums,
  type SummedRows,
  summedTables,
  sumQuery,
  type SummedTable,
} from "./content-sums.ts";
import { isDamage } from "./damage.ts";

/** What a thorough check has found. */
export interface CheckedStore {
  /** In words for the operator; empty where all is well. */
  problems: string[];
  /** The rows of each table. */
  rows: Record<string, number>;
  /** The sums of each table. */
  sums: Record<string, number>;
}

/** So many problems are named; one is as bad as a thousand. */
const mostNamed = 5;

/**
 * Reads the whole store, as of one moment: its structure with every index, and the sum of each table's rows, which are compared with
 * those that were kept when the rows were written. It takes seconds for a large one, so it belongs off the event loop.
 */
export function checkThoroughly(file: string): CheckedStore {
  const checked: CheckedStore = { problems: [], rows: {}, sums: {} };
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    defineRowSum(database);
    database.exec("begin");
    const found = database.prepare(`pragma integrity_check(${mostNamed})`).all();
    const said = found.map((row) => String(row["integrity_check"]));
    if (said[0] !== "ok") checked.problems.push(...said.map((line) => line.replaceAll("\n", " ")));
    if (hasSums(database)) compareSums(database, checked);
  } catch (error) {
    if (!(error instanceof Error) || !isFinding(error)) throw error;
    checked.problems.push(error.message);
  } finally {
    database?.close();
  }
  return checked;
}

/** https://sqlite.org/rescode.html#error: a statement of ours that makes no sense to SQLite stands on a damaged schema. */
const sqliteError = 1;

/** A number that JavaScript cannot hold is none of ours, either. */
function isFinding(error: Error): boolean {
  if ("errcode" in error && error.errcode === sqliteError) return true;
  return isDamage(error) || ("code" in error && error.code === "ERR_OUT_OF_RANGE");
}

function compareSums(database: DatabaseSync, checked: CheckedStore): void {
  const kept = new Map(
    database
      .prepare("select * from content_sum")
      .all()
      .map((row) => [String(row["name"]), row]),
  );
  for (const table of summedTables(database)) {
    const sums = kept.get(table.name);
    kept.delete(table.name);
    if (sums?.["columns"] !== table.columns.join(",")) {
      checked.problems.push(`the sums of the table ${table.name} are not those of its columns`);
      continue;
    }
    const { rows, sum } = measure(database, table);
    checked.rows[table.name] = rows;
    checked.sums[table.name] = sum;
    const expected = Number(sums["added"]) - Number(sums["removed"]);
    if (rows !== expected)
      checked.problems.push(`the table ${table.name} has ${rows} rows, and should have ${expected}`);
    else if (sum !== sums["sum"]) checked.problems.push(`a row of the table ${table.name} is not as it was written`);
  }
  for (const name of kept.keys()) checked.problems.push(`the table ${name} is missing`);
}

function measure(database: DatabaseSync, table: SummedTable): Omit<SummedRows, "last"> {
  const query = database.prepare(sumQuery(table));
  let total: Omit<SummedRows, "last"> = { rows: 0, sum: 0 };
  let after: number | null = beforeAll;
  while (after !== null) {
    const row: Record<string, unknown> | undefined = query.get(after);
    after = typeof row?.["last"] === "number" ? row["last"] : null;
    total = addSums(total, { rows: Number(row?.["rows"]), sum: Number(row?.["sum"]), last: after });
  }
  return total;
}
