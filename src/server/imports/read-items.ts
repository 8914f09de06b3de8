import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { columnsOf, createCsvReader, type CsvRow } from "#domain/csv-reader.ts";
import { csvColumns } from "./csv.ts";
import { type Fields, isRecord } from "./foreign.ts";

/** An item of a file; `problem` if it cannot be read. `done` is the bytes read so far. */
export interface Item {
  /** Where it is: the file, the line, and the place in a list. */
  place: string;
  item: Fields;
  problem?: string;
  done: number;
}

/** JSON that is not in lines is read whole. */
const maxWhole = 256 * 1024 * 1024;

export async function* jsonItems(file: string): AsyncGenerator<Item> {
  const name = basename(file);
  const stream = createReadStream(file, "utf8");
  let line = 0;
  try {
    for await (const text of linesOf(stream)) {
      line += 1;
      const json = text.replace(/^\uFEFF/, "").trim();
      if (json === "") continue;
      const place = `${name}, line ${line}`;
      const value = parse(json);
      if (value === undefined && line === 1) return yield* wholeItems(file, name);
      const done = stream.bytesRead;
      if (value === undefined) yield { place, item: {}, problem: "is not JSON", done };
      else yield* listed(value).map(toItem(place, done));
    }
  } finally {
    stream.destroy();
  }
}

/** Not `readline`, which also ends lines at U+2028 and U+2029: JSON allows them within texts. */
async function* linesOf(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  let line = "";
  for await (const chunk of stream) {
    const [end = "", ...others] = String(chunk).split("\n");
    line += end;
    for (const start of others) {
      yield line;
      line = start;
    }
  }
  yield line;
}

async function* wholeItems(file: string, name: string): AsyncGenerator<Item> {
  const { size } = await stat(file);
  const value = size > maxWhole ? undefined : parse((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
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
  const reader = createCsvReader();
  const stream = createReadStream(file, "utf8");
  let columns: ReturnType<typeof columnsOf<keyof typeof csvColumns>> | undefined;
  const itemOf = (row: CsvRow, header: NonNullable<typeof columns>): Item => {
    const { cells, problem } = header.read(row);
    return {
      place: `${name}, line ${row.line}`,
      item: cells,
      done: stream.bytesRead,
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
          return yield { place: `${name}, line ${row.line}`, item: {}, problem, done: stream.bytesRead };
        }
      }
    }
  }
  for await (const text of stream) {
    yield* itemsOf(reader.push(String(text)));
    const { missing = [] } = columns ?? {};
    if (missing.includes("message") && missing.includes("title")) return;
  }
  yield* itemsOf(reader.end());
}
