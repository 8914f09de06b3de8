import { type Cell, createRowSum, type TableSum } from "#server/store/transfer/tables.ts";
import { BackupError } from "../backup-error.ts";
import type { PostgresPrograms } from "../postgres-programs.ts";

/** Gets a table's sorted column names and returns a function that gets each row. */
type OnTable = (name: string, columns: readonly string[]) => (values: readonly Cell[]) => void;

/** The row count and checksum of each table in a dump. @throws BackupError */
export async function sumDump(programs: PostgresPrograms, file: string): Promise<Map<string, TableSum>> {
  const sums = new Map<string, TableSum>();
  await readDump(programs, ["--data-only", file], (name) => {
    const { add, total } = createRowSum();
    sums.set(name, total);
    return add;
  });
  return sums;
}

/** The inquiries that were erased before the dump. @throws BackupError */
export async function erasedIn(programs: PostgresPrograms, file: string): Promise<Set<string>> {
  const erased = new Set<string>();
  await readDump(programs, ["--data-only", "--table=erasure", file], (_name, columns) => {
    const place = columns.indexOf("inquiry_id");
    return (values) => void erased.add(String(values[place]));
  });
  return erased;
}

/**
 * Reads rows from the COPY statements that `pg_restore` prints (https://www.postgresql.org/docs/15/sql-copy.html), so
 * it needs no database.
 */
async function readDump(programs: PostgresPrograms, args: readonly string[], onTable: OnTable): Promise<void> {
  await programs.read(["--file=-", ...args], async (stream) => {
    let table: { add: (values: readonly Cell[]) => void; order: number[] } | undefined;
    for await (const line of linesOf(stream)) {
      if (table === undefined) {
        const [, name, list] = /^COPY (?:\S+\.)?"?(\w+)"? \((.*)\) FROM stdin;$/.exec(line) ?? [];
        if (name === undefined || list === undefined) continue;
        const columns = list.split(", ").map((column) => column.replaceAll('"', ""));
        const sorted = columns.toSorted();
        table = { add: onTable(name, sorted), order: sorted.map((column) => columns.indexOf(column)) };
      } else if (line === "\\.") table = undefined;
      else {
        const fields = line.split("\t");
        table.add(table.order.map((place) => cell(fields[place])));
      }
    }
    if (table !== undefined) throw new BackupError("the dump ends in the middle of a table");
  });
}

const escapes = new Map(Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }));

function cell(field: string | undefined): Cell {
  if (field === undefined) throw new BackupError("a row of the dump has too few fields");
  if (field === "\\N") return null;
  return field.includes("\\")
    ? field.replaceAll(/\\(.)/gs, (_, letter: string) => escapes.get(letter) ?? letter)
    : field;
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
