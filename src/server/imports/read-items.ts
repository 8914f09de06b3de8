import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { columnsOf, createCsvReader, type CsvProblem, type CsvRow } from "#domain/csv-reader.ts";
import { csvColumns, lostDigits } from "./csv.ts";
import { type Fields, isRecord } from "./foreign.ts";
import { openText } from "./open-text.ts";

/** An item of a file; `problem` if it cannot be read. `done` is the bytes read so far. */
export interface Item {
  /** Its place: the file, the line, and the index in a list. */
  place: string;
  item: Fields;
  problem?: string;
  done: number;
}

type Pieces = AsyncIterable<{ text: string; done: number }>;

/** JSON that is not in lines is read whole. */
const maxWhole = 256 * 1024 * 1024;

export async function* jsonItems(file: string): AsyncGenerator<Item> {
  const name = basename(file);
  const opened = await openText(file);
  if (!opened.ok) return yield { place: name, item: {}, problem: opened.problem, done: 0 };
  let line = 0;
  for await (const { text, done } of linesOf(opened.pieces)) {
    line += 1;
    const json = text.replace(/^\uFEFF/, "").trim();
    if (json === "") continue;
    const place = `${name}, line ${line}`;
    const value = parse(json);
    if (value === undefined && line === 1) return yield* wholeItems(file, opened.charset);
    if (value === undefined) yield { place, item: {}, problem: "is not JSON", done };
    else yield* listed(value).map(toItem(place, done));
  }
}

/** Splits a text into lines. `readline` also ends lines at U+2028 and U+2029, which JSON allows within texts. */
async function* linesOf(pieces: Pieces): Pieces {
  let line = "";
  let read = 0;
  for await (const { text, done } of pieces) {
    read = done;
    const [end = "", ...others] = text.split("\n");
    line += end;
    for (const start of others) {
      yield { text: line, done };
      line = start;
    }
  }
  yield { text: line, done: read };
}

async function* wholeItems(file: string, charset: string): AsyncGenerator<Item> {
  const name = basename(file);
  const { size } = await stat(file);
  const value = size > maxWhole ? undefined : parse(new TextDecoder(charset).decode(await readFile(file)));
  const problem =
    size > maxWhole ? "is too large to be read whole: write one conversation a line (JSON Lines)" : "is not JSON";
  if (value === undefined) yield { place: name, item: {}, problem, done: size };
  else yield* listed(value).map(toItem(name, size));
}

const toItem =
  (place: string, done: number) =>
  (value: unknown, at: number, all: readonly unknown[]): Item => {
    const where = all.length > 1 ? `${place}, item ${at + 1}` : place;
    return isRecord(value)
      ? { place: where, item: value, done }
      : { place: where, item: {}, problem: "must be an object", done };
  };

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The items in a response of an API: the list itself, or what holds it. */
function listed(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || "id" in value) return [value];
  const { data, payload, _embedded: embedded } = value;
  const list =
    payload ??
    (isRecord(data) ? data["payload"] : data) ??
    (isRecord(embedded) ? Object.values(embedded).find((one) => Array.isArray(one)) : undefined);
  return Array.isArray(list) ? list : [value];
}

export async function* csvItems(file: string): AsyncGenerator<Item> {
  const name = basename(file);
  const opened = await openText(file);
  if (!opened.ok) return yield { place: name, item: {}, problem: opened.problem, done: 0 };
  const reader = createCsvReader();
  let columns: ReturnType<typeof columnsOf<keyof typeof csvColumns>> | undefined;
  let read = 0;
  const itemOf = (row: CsvRow, header: NonNullable<typeof columns>): Item => {
    const { cells, problem: fault } = header.read(row);
    const problem = fault ? inWords(fault) : lostDigits(cells, (column) => header.cellName(column, row));
    return {
      place: `${name}, line ${row.line}`,
      item: cells,
      done: read,
      ...(problem !== undefined && { problem }),
    };
  };
  function* itemsOf(rows: Iterable<CsvRow>): Generator<Item> {
    for (const row of rows) {
      if (columns !== undefined) yield itemOf(row, columns);
      else {
        columns = columnsOf(row, csvColumns);
        const { missing } = columns;
        const isReply = !missing.includes("title") && !missing.includes("text");
        if (!isReply && (missing.includes("date") || missing.includes("message"))) {
          const problem = "must name the columns: date and message, or title and text";
          return yield { place: `${name}, line ${row.line}`, item: {}, problem, done: read };
        }
      }
    }
  }
  for await (const { text, done } of opened.pieces) {
    read = done;
    yield* itemsOf(reader.push(text));
    const { missing = [] } = columns ?? {};
    if (missing.includes("message") && missing.includes("title")) return;
  }
  yield* itemsOf(reader.end());
}

/** Returns the sentence that the command prints. */
const inWords = (problem: CsvProblem) =>
  problem.code === "wide"
    ? "has more cells than the first line: put quotes around a text that holds the separator"
    : `the quote that opens on line ${problem.line} is not closed`;
