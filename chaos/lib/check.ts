import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hour } from "#domain/time/durations.ts";
import { openStore } from "#server/open-store.ts";
import { createFileFolder, filesFolder } from "#server/store/files/file-folder.ts";
import { checkIntegrity } from "#server/store/integrity/integrity-check.ts";
import { foldText } from "#domain/search/fold.ts";
import { gramsOf } from "#server/store/search-text.ts";
import { type Ledger, markIn, type Sent } from "./ledger.ts";
import type { Faults } from "./load.ts";

/** The content of the store, compared with the ledger. */
export interface Checked {
  lost: number;
  doubled: number;
  /** Number of inquiries that were stored although the client got a rejection. */
  keptThoughRefused: number;
  outbox: number;
  counters: number;
  unfound: number;
  corrupt: number;
  /** One line per fault. */
  faults: Faults;
}

export type Checker = ReturnType<typeof createChecker>;

/** A stored row. */
export interface KeptRow {
  number: number;
  id: string;
  reference: string;
  query: string;
}

/** The content of a store of either engine. */
export interface Kept {
  rows: readonly KeptRow[];
  /** All inquiries. */
  total: number;
  isIndexed(number: number, mark: string): boolean;
  /** The number of notifications of a new inquiry. */
  messagesOf(id: string): number;
  /** Whether it has this file, and no other. */
  hasFile(id: string, content: Buffer): boolean;
  /** Counters that differ from a recount. */
  wrongCounts: ReadonlyArray<{ status: string; kept: number; counted: number }>;
  /** Notifications without an inquiry. */
  strays: number;
  /** Problems that the store itself reports. */
  problems: readonly string[];
}

/**
 * Compares a store row by row with what was promised. It remembers the rows it has seen, so that each check reads only
 * new ones. `messages` is the number of notifications that each inquiry must have in the outbox. With `mayBeKept`, a
 * 503 does not say that nothing is kept: another machine failed.
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
  /** Rows from before the first check, which are not in the ledger. */
  let others = 0;
  let begun = false;

  /** Compares the rows after the last one seen, or all rows if `isFull`. */
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
      if (sent?.file !== undefined && !kept.hasFile(id, sent.file)) wrong("lost", `${mark} has no file as it was sent`);
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

    /** Compares an embedded store, file by file if `isFull`. */
    check(dataDir: string, { isFull }: { isFull: boolean }): Checked {
      const db = openSqlite(dataDir);
      try {
        return compare(readSqlite(db, dataDir, isFull ? 0 : last, isFull ? problemsOf(db, dataDir) : []), { isFull });
      } finally {
        db.close();
      }
    },

    /** The marks of all rows. */
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

/** The queries for both engines; SQLite's rows have the types that the names say. */
export const keptQueries = {
  total: "select count(*) as n from inquiry",
  wrongCounts: `select status, sum(kept) as kept, sum(counted) as counted from (
    select status, count as kept, 0 as counted from inquiry_count
    union all select status, 0, count(*) from inquiry group by status
  ) as counts group by status having sum(kept) <> sum(counted)`,
  strays:
    "select count(*) as n from outbox where inquiry_id is not null and inquiry_id not in (select id from inquiry)",
};

function readSqlite(db: DatabaseSync, dataDir: string, after: number, problems: readonly string[]): Kept {
  const search = db.prepare("select 1 from inquiry_gram where inquiry_gram match ? and rowid = ?");
  const waiting = db.prepare("select count(*) as n from outbox where inquiry_id = ? and kind = 'inquiry'");
  const stored = db.prepare("select stored_as as name from attachment where inquiry_id = ?");
  const count = (query: string) => (db.prepare(query).get() as { n: number }).n;
  return {
    rows: db
      .prepare("select number, id, reference, query from inquiry where number > ? order by number")
      .all(after) as unknown as KeptRow[],
    total: count(keptQueries.total),
    isIndexed(number, mark) {
      const expression = gramsOf(foldText(mark)).map((gram) => `"${gram}"`);
      return search.get(expression.join(" AND "), number) !== undefined;
    },
    messagesOf: (id) => (waiting.get(id) as { n: number }).n,
    hasFile(id, content) {
      const names = stored.all(id) as Array<{ name: string }>;
      return names.length === 1 && names.every(({ name }) => storedFile(dataDir, name)?.equals(content));
    },
    wrongCounts: db.prepare(keptQueries.wrongCounts).all() as unknown as Kept["wrongCounts"],
    strays: count(keptQueries.strays),
    problems,
  };
}

/** The content of a file beside the store; undefined if it is not there. */
export function storedFile(dataDir: string, name: string): Buffer | undefined {
  try {
    return readFileSync(join(filesFolder(dataDir), name.slice(0, 2), name));
  } catch {
    return undefined;
  }
}

/** Sweeps a store that no server uses, and says what is there that no inquiry has. */
export async function leftAfterSweep(dataDir: string): Promise<string[]> {
  const store = await openStore({ dataDir });
  try {
    await store.files.removeErased();
    // Includes files of the last hour.
    await store.files.sweep(-hour);
  } finally {
    await store.close();
  }
  const db = openSqlite(dataDir);
  const named = new Set(
    (db.prepare("select stored_as as name from attachment").all() as Array<{ name: string }>).map(({ name }) => name),
  );
  db.close();
  const left = [];
  for await (const files of createFileFolder(filesFolder(dataDir)).list())
    for (const { name } of files) if (!named.has(name)) left.push(`${name} is of no inquiry`);
  return left;
}

function problemsOf(db: DatabaseSync, dataDir: string): string[] {
  const [response] = db.prepare("pragma integrity_check").all() as Array<{ integrity_check: string }>;
  const own = response?.integrity_check === "ok" ? [] : [`integrity_check: ${response?.integrity_check}`];
  // A false alarm of the server is a fault, too.
  return [...own, ...checkIntegrity(join(dataDir, "front-desk.sqlite")).problems];
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

/** Adds the results of one check to the sum. */
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
