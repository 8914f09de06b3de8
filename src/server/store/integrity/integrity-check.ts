import { say, type ServerText } from "#copy/server/say.ts";
import { append } from "#domain/lists.ts";
import { DatabaseSync } from "node:sqlite";
import {
  defineRowSum,
  hasChecksums,
  sumBatches,
  summedTables,
  sumQuery,
  type SummedTable,
  type TableSum,
} from "./table-checksums.ts";
import { isDamage } from "./inspect-store.ts";

/** The result of an integrity check. */
interface CheckedStore {
  /** Faults that were found; empty if none. */
  problems: ServerText[];
  /** Row counts by table. */
  rows: Record<string, number>;
  /** Sums by table. */
  sums: Record<string, number>;
}

/** Max number of problems to report; one is as bad as a thousand. */
const maxNamed = 5;

/**
 * Checks a snapshot of the whole store: its structure with every index, and each table's sum against the one maintained
 * on writes. Takes seconds for a large store, so run it off the event loop.
 */
export function checkIntegrity(file: string): CheckedStore {
  const checked: CheckedStore = { problems: [], rows: {}, sums: {} };
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    defineRowSum(database);
    database.exec("begin");
    const found = database.prepare(`pragma integrity_check(${maxNamed})`).all();
    const said = found.map((row) => String(row["integrity_check"]));
    if (said[0] !== "ok")
      append(
        checked.problems,
        said.map((line) => say("integrity.sqlite", { why: line.replaceAll("\n", " ") })),
      );
    if (hasChecksums(database)) compareChecksums(database, checked);
  } catch (error) {
    if (!(error instanceof Error) || !isFinding(error)) throw error;
    checked.problems.push(say("integrity.sqlite", { why: error.message }));
  } finally {
    database?.close();
  }
  return checked;
}

/** https://sqlite.org/rescode.html#error: if SQLite rejects one of our statements, the schema is damaged. */
const sqliteError = 1;

/** A number beyond JavaScript's range also means damage, since the program writes none. */
function isFinding(error: Error): boolean {
  if ("errcode" in error && error.errcode === sqliteError) return true;
  return isDamage(error) || ("code" in error && error.code === "ERR_OUT_OF_RANGE");
}

function compareChecksums(database: DatabaseSync, checked: CheckedStore): void {
  const kept = new Map(
    database
      .prepare("select * from content_sum")
      .all()
      .map((row) => [String(row["name"]), row]),
  );
  for (const table of summedTables(database)) {
    const sums = kept.get(table.name);
    kept.delete(table.name);
    if (sums === undefined && table.name === "sqlite_schema" && isBeforeSchemaSum(database)) continue;
    if (sums?.["columns"] !== table.columns.join(",")) {
      checked.problems.push(say("integrity.other-columns", { table: table.name }));
      continue;
    }
    const measured = measure(database, table);
    if (measured === null) {
      checked.problems.push(say("integrity.order", { table: table.name }));
      continue;
    }
    const { rows, sum } = measured;
    checked.rows[table.name] = rows;
    checked.sums[table.name] = sum;
    const expected = Number(sums["added"]) - Number(sums["removed"]);
    if (rows !== expected) checked.problems.push(say("integrity.rows", { table: table.name, rows, expected }));
    else if (sum !== sums["sum"]) checked.problems.push(say("integrity.row-changed", { table: table.name }));
  }
  for (const name of kept.keys()) checked.problems.push(say("integrity.no-table", { table: name }));
}

/** The first builds with sums kept none of the schema. The next migration makes it. */
function isBeforeSchemaSum(database: DatabaseSync): boolean {
  return database.prepare("select 1 from kysely_migration where name > '0005-sums'").get() === undefined;
}

/** Returns the sum of a table; null if its rows are not in their order. */
function measure(database: DatabaseSync, table: SummedTable): TableSum | null {
  const query = database.prepare(sumQuery(table));
  const batches = sumBatches();
  let step = batches.next();
  while (step.done !== true) {
    const row = query.get(step.value);
    const last = typeof row?.["last"] === "number" ? row["last"] : null;
    step = batches.next({ rows: Number(row?.["rows"]), sum: Number(row?.["sum"]), last });
  }
  return step.value;
}
