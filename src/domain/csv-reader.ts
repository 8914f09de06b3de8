/** A row has more cells than the first one, or the quote that opens on `line` is not closed. */
export type CsvProblem = { code: "wide" } | { code: "open-quote"; line: number };

/** A row of a CSV file, and the line on which it begins. */
export interface CsvRow {
  line: number;
  /** Its number in a spreadsheet, where a text of several lines is one row. */
  number: number;
  cells: string[];
  /** Why the row cannot be used. The rest of the file is part of it. */
  problem?: CsvProblem;
}

/** Longer cells are most likely the rest of a file after a quote that was never closed. */
const maxCell = 1_000_000;

/**
 * Reads CSV (RFC 4180) in pieces of any size, in linear time. Takes whichever of comma, semicolon and tab the first
 * line has most of, or the one that Excel names in a first line such as `sep=;`. Blank rows are left out.
 */
export function createCsvReader() {
  let head: string | undefined = "";
  let separator = ",";
  let line = 1;
  let number = 1;
  let row: CsvRow = { line, number, cells: [] };
  let cell = "";
  let isQuoted = false;
  /** After a closing quote: another one makes both a quote in the text. */
  let mayEscape = false;
  /** After CR: LF belongs to the same line end. */
  let wasReturn = false;
  let quoteLine = 1;
  let isBroken = false;

  function* endOfRow(): Generator<CsvRow> {
    row.cells.push(cell);
    if (row.cells.some((text) => text.trim() !== "")) yield row;
    line += 1;
    number += 1;
    row = { line, number, cells: [] };
    cell = "";
    mayEscape = false;
  }

  function* read(text: string): Generator<CsvRow> {
    for (const char of text) {
      if (wasReturn && char === "\n") {
        wasReturn = false;
        continue;
      }
      wasReturn = char === "\r";
      if (isQuoted) {
        if (char === '"') [isQuoted, mayEscape] = [false, true];
        else {
          cell += wasReturn ? "\n" : char;
          if (wasReturn || char === "\n") line += 1;
          if (cell.length > maxCell) return yield broken();
        }
      } else if (char === '"' && (mayEscape || cell === "")) {
        if (mayEscape) cell += char;
        else quoteLine = line;
        [isQuoted, mayEscape] = [true, false];
      } else if (char === separator) {
        row.cells.push(cell);
        [cell, mayEscape] = ["", false];
      } else if (wasReturn || char === "\n") yield* endOfRow();
      else [cell, mayEscape] = [cell + char, false];
    }
  }

  function broken(): CsvRow {
    isBroken = true;
    return { ...row, problem: { code: "open-quote", line: quoteLine } };
  }

  function* readHead(text: string): Generator<CsvRow> {
    head = undefined;
    const whole = text.replace(/^\uFEFF/, "");
    const named = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i.exec(whole);
    separator = named?.[1] ?? likelySeparator(whole);
    if (named !== null) [line, row] = [2, { line: 2, number, cells: [] }];
    yield* read(whole.slice(named?.[0].length ?? 0));
  }

  return {
    *push(text: string): Generator<CsvRow> {
      if (isBroken) return;
      if (head === undefined) return yield* read(text);
      head += text;
      // Excel's `sep=;` and the end of the line behind it may come in two pieces.
      if (/\n[^\n]/.test(head) || head.length > maxCell) yield* readHead(head);
    },

    *end(): Generator<CsvRow> {
      if (head !== undefined) yield* readHead(head);
      if (isBroken) return;
      if (isQuoted) yield broken();
      else if (row.cells.length > 0 || cell !== "") yield* endOfRow();
    },
  };
}

export function* csvRows(text: string): Generator<CsvRow> {
  const reader = createCsvReader();
  yield* reader.push(text);
  yield* reader.end();
}

function likelySeparator(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const outside = first.replaceAll(/"[^"]*"/g, "");
  const count = (separator: string) => outside.split(separator).length;
  return [",", ";", "\t"].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/**
 * Finds the columns of a header, whatever their order and case; `names` lists the spellings of each. Spaces, `_` and
 * `-` do not count. `read` gives a row's cells by name, without what Excel puts around a text: undefined for a column
 * that the file lacks. `cellName` is what a spreadsheet calls a cell, such as `C2`.
 */
export function columnsOf<Name extends string>(header: CsvRow, names: Record<Name, readonly string[]>) {
  const titles = header.cells.map(plain);
  const places = Object.entries<readonly string[]>(names).map(([name, spellings]) => {
    const place = titles.findIndex((title) => spellings.some((spelling) => plain(spelling) === title));
    return [name as Name, place] as const;
  });
  const known = new Set(places.map(([, place]) => place));
  const width = header.cells.length;
  return {
    missing: places.flatMap(([name, place]) => (place < 0 ? [name] : [])),
    cellName: (name: Name, row: CsvRow) => `${letters(places.find(([one]) => one === name)?.[1] ?? 0)}${row.number}`,
    unknown: header.cells.filter((title, place) => !known.has(place) && title.trim() !== ""),
    read: ({ cells, problem }: CsvRow): { cells: Partial<Record<Name, string>>; problem?: CsvProblem } => {
      const read = places.flatMap(([name, place]) => (place < 0 ? [] : [[name, meantCell(cells[place] ?? "")]]));
      const isWider = cells.slice(width).some((cell) => cell.trim() !== "");
      const why: CsvProblem | undefined = problem ?? (isWider ? { code: "wide" } : undefined);
      const byName = Object.fromEntries(read) as Partial<Record<Name, string>>;
      return { cells: byName, ...(why !== undefined && { problem: why }) };
    },
  };
}

/** A title or a keyword without what people write in different ways. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, "");
}

/** Letters of a column in a spreadsheet: A, Z, AA. */
function letters(place: number): string {
  const before = Math.floor(place / 26);
  return (before > 0 ? letters(before - 1) : "") + String.fromCodePoint(65 + (place % 26));
}

/** Signs that begin a formula, also full-width and small ones. */
const formulaSign = "=+\\-@＝＋－＠﹦﹢﹣﹫\\t\\r";
const markedText = new RegExp(`^'(?=[${formulaSign}]|[\\d\\s().-]+$)(?!.*'$)`, "su");

/**
 * Returns the meaning of a cell: `="…"` and an apostrophe in front keep Excel from reading a text as a number or a
 * formula.
 */
function meantCell(cell: string): string {
  const [, quoted] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  return quoted === undefined ? cell.replace(markedText, "") : quoted.replaceAll('""', '"');
}
