import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkThoroughly } from "#server/store/thorough-check.ts";
import { askedGrams, searchWords } from "#server/store/inquiry-search.ts";
import { type Ledger, markIn, type Sent } from "./ledger.ts";
import type { Faults } from "./load.ts";

/** What stands in the store, counted against the books. */
export interface Checked {
  lost: number;
  doubled: number;
  /** Kept though the client was told that it is not. */
  keptThoughRefused: number;
  outbox: number;
  counters: number;
  unfound: number;
  corrupt: number;
  /** Each fault in a line. */
  faults: Faults;
}

export type Checker = ReturnType<typeof createChecker>;

/** A row that is kept. */
export interface KeptRow {
  number: number;
  id: string;
  reference: string;
  query: string;
}

/** What a store holds, whatever its engine. */
export interface Kept {
  rows: readonly KeptRow[];
  /** Inquiries in all. */
  total: number;
  isIndexed(number: number, mark: string): boolean;
  /** How many messages tell of an inquiry that has come. */
  messagesOf(id: string): number;
  /** The counters that are not what counting gives. */
  wrongCounts: ReadonlyArray<{ status: string; kept: number; counted: number }>;
  /** Messages of no inquiry that is there. */
  strays: number;
  /** What the store itself finds wrong. */
  problems: readonly string[];
}

/**
 * Compares a store, row by row, with what was promised. It remembers what it has seen, so that each look reads the new rows alone.
 * `messages` is how many messages each inquiry must have in the outbox. With `mayBeKept` a 503 does
 * not say that nothing is kept: what failed was another machine's.
 */
export function createChecker({
  ledger,
  messages,
  mayBeKept = false,
}: {
  ledger: Ledger;
  messages: number;
  mayBeKept?: boolean;
}) {
  const seen = new Map<string, string>();
  let last = 0;
  /** The rows that were there before the first look are nobody's of the books. */
  let others = 0;
  let begun = false;

  /** Compares what is kept after the row that was seen last; `isFull`, all that is kept. */
  function compare(kept: Kept, { isFull }: { isFull: boolean }): Checked {
    const found = nothingWrong();
    const wrong = (what: Exclude<keyof Checked, "faults">, line: string) => {
      found[what] += 1;
      found.faults.push(line);
    };
    if (isFull) seen.clear();
    for (const { number, id, reference, query } of kept.rows) {
      last = Math.max(last, number);
      const mark = markIn(query);
      if (mark === undefined) continue;
      if (seen.has(mark)) wrong("doubled", `${mark} is there as ${seen.get(mark)} and as ${reference}`);
      seen.set(mark, reference);
      const sent = ledger.find(mark);
      if (sent === undefined || !isTrue(sent, reference))
        wrong("lost", `${mark} is there as ${reference}, not as sent`);
      if (sent?.state === "refused") {
        if (mayBeKept) found.keptThoughRefused += 1;
        else wrong("keptThoughRefused", `${mark} was refused, and is there`);
      }
      if (!kept.isIndexed(number, mark)) wrong("unfound", `${mark} is not in the index`);
      const n = kept.messagesOf(id);
      if (n !== messages) wrong("outbox", `${mark} has ${n} messages instead of ${messages}`);
    }
    for (const sent of ledger.all) {
      if (sent.state === "accepted" && !seen.has(sent.mark))
        wrong("lost", `${sent.mark} was accepted, and is not there`);
    }
    if (!begun) others = kept.total - seen.size;
    begun = true;
    const gone = others + seen.size - kept.total;
    if (gone > 0) wrong("lost", `${gone} rows are gone that had been there`);
    for (const { status, kept: says, counted } of kept.wrongCounts) {
      wrong("counters", `"${status}" says ${says}, and has ${counted}`);
    }
    if (kept.strays > 0) wrong("outbox", `${kept.strays} messages are of no inquiry`);
    for (const problem of kept.problems) wrong("corrupt", problem);
    return found;
  }

  return {
    compare,

    /** Compares an embedded store, file by file where `isFull`. */
    look(dataDir: string, { isFull }: { isFull: boolean }): Checked {
      const db = openSqlite(dataDir);
      try {
        return compare(readSqlite(db, isFull ? 0 : last, isFull ? problemsOf(db, dataDir) : []), { isFull });
      } finally {
        db.close();
      }
    },

    /** The marks of all that is there. */
    marks(dataDir: string): string[] {
      const db = openSqlite(dataDir);
      const rows = db.prepare("select query from inquiry").all() as Array<{ query: string }>;
      db.close();
      return rows.flatMap(({ query }) => markIn(query) ?? []);
    },
  };
}

function openSqlite(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, "front-desk.sqlite"), { readOnly: true, timeout: 5000 });
}

/** The queries of both engines; the rows of SQLite are what the names say. */
export const keptQueries = {
  total: "select count(*) as n from inquiry",
  wrongCounts: `select status, sum(kept) as kept, sum(counted) as counted from (
    select status, count as kept, 0 as counted from inquiry_count
    union all select status, 0, count(*) from inquiry group by status
  ) as counts group by status having sum(kept) <> sum(counted)`,
  strays:
    "select count(*) as n from outbox where inquiry_id is not null and inquiry_id not in (select id from inquiry)",
};

function readSqlite(db: DatabaseSync, after: number, problems: readonly string[]): Kept {
  const search = db.prepare("select 1 from inquiry_gram where inquiry_gram match ? and rowid = ?");
  const waiting = db.prepare("select count(*) as n from outbox where inquiry_id = ? and kind = 'inquiry'");
  const count = (query: string) => (db.prepare(query).get() as { n: number }).n;
  return {
    rows: db
      .prepare("select number, id, reference, query from inquiry where number > ? order by number")
      .all(after) as unknown as KeptRow[],
    total: count(keptQueries.total),
    isIndexed(number, mark) {
      const expression = askedGrams(searchWords(mark)).map((gram) => `"${gram}"`);
      return search.get(expression.join(" AND "), number) !== undefined;
    },
    messagesOf: (id) => (waiting.get(id) as { n: number }).n,
    wrongCounts: db.prepare(keptQueries.wrongCounts).all() as unknown as Kept["wrongCounts"],
    strays: count(keptQueries.strays),
    problems,
  };
}

function problemsOf(db: DatabaseSync, dataDir: string): string[] {
  const [answer] = db.prepare("pragma integrity_check").all() as Array<{ integrity_check: string }>;
  const own = answer?.integrity_check === "ok" ? [] : [`integrity_check: ${answer?.integrity_check}`];
  // An alarm of the server's own where all is well is a fault, too.
  return [...own, ...checkThoroughly(join(dataDir, "front-desk.sqlite")).problems];
}

function nothingWrong(): Checked {
  return {
    lost: 0,
    doubled: 0,
    keptThoughRefused: 0,
    outbox: 0,
    counters: 0,
    unfound: 0,
    corrupt: 0,
    faults: [],
  };
}

function isTrue(sent: Sent, reference: string): boolean {
  return sent.reference === undefined || sent.reference === reference;
}

/** Adds what one look has found to what the others have. */
export function addChecked(sum: Checked, found: Checked): Checked {
  const add = (what: Exclude<keyof Checked, "faults">) => sum[what] + found[what];
  return {
    lost: add("lost"),
    doubled: add("doubled"),
    keptThoughRefused: add("keptThoughRefused"),
    outbox: add("outbox"),
    counters: add("counters"),
    unfound: add("unfound"),
    corrupt: add("corrupt"),
    faults: [...sum.faults, ...found.faults].slice(0, 20),
  };
}

export { nothingWrong };
