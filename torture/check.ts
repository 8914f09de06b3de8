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

/**
 * Compares a store, file by file and row by row, with what was promised. It remembers what it has seen, so that each look reads
 * the new rows alone. `messages` is how many messages each inquiry must have in the outbox.
 */
export function createChecker({ ledger, messages }: { ledger: Ledger; messages: number }) {
  const seen = new Map<string, string>();
  let last = 0;
  /** The rows that were there before the first look are nobody's of the books. */
  let others = 0;
  let begun = false;

  function open(dataDir: string): DatabaseSync {
    return new DatabaseSync(join(dataDir, "front-desk.sqlite"), { readOnly: true, timeout: 5000 });
  }

  function look(dataDir: string, { isFull }: { isFull: boolean }): Checked {
    const found = nothingWrong();
    const wrong = (what: Exclude<keyof Checked, "faults">, line: string) => {
      found[what] += 1;
      found.faults.push(line);
    };
    const db = open(dataDir);
    try {
      if (isFull) {
        last = 0;
        seen.clear();
      }
      const rows = db
        .prepare("select number, id, reference, query from inquiry where number > ? order by number")
        .all(last) as Array<{ number: number; id: string; reference: string; query: string }>;
      const search = db.prepare("select 1 from inquiry_gram where inquiry_gram match ? and rowid = ?");
      const waiting = db.prepare("select count(*) as n from outbox where inquiry_id = ? and kind = 'inquiry'");
      for (const { number, id, reference, query } of rows) {
        last = Math.max(last, number);
        const mark = markIn(query);
        if (mark === undefined) continue;
        if (seen.has(mark)) wrong("doubled", `${mark} is there as ${seen.get(mark)} and as ${reference}`);
        seen.set(mark, reference);
        const sent = ledger.find(mark);
        if (sent === undefined || !isTrue(sent, reference))
          wrong("lost", `${mark} is there as ${reference}, not as sent`);
        if (sent?.state === "refused") wrong("keptThoughRefused", `${mark} was refused, and is there`);
        const expression = askedGrams(searchWords(mark)).map((gram) => `"${gram}"`);
        if (search.get(expression.join(" AND "), number) === undefined) wrong("unfound", `${mark} is not in the index`);
        const { n } = waiting.get(id) as { n: number };
        if (n !== messages) wrong("outbox", `${mark} has ${n} messages instead of ${messages}`);
      }
      for (const sent of ledger.all) {
        if (sent.state === "accepted" && !seen.has(sent.mark))
          wrong("lost", `${sent.mark} was accepted, and is not there`);
      }
      const { n: total } = db.prepare("select count(*) as n from inquiry").get() as { n: number };
      if (!begun) others = total - seen.size;
      begun = true;
      if (total < others + seen.size) wrong("lost", `${others + seen.size - total} rows are gone that had been there`);
      checkSums(db, wrong);
      if (isFull) {
        const [answer] = db.prepare("pragma integrity_check").all() as Array<{ integrity_check: string }>;
        if (answer?.integrity_check !== "ok") wrong("corrupt", `integrity_check: ${answer?.integrity_check}`);
        // An alarm of the server's own where all is well is a fault, too.
        for (const problem of checkThoroughly(join(dataDir, "front-desk.sqlite")).problems) wrong("corrupt", problem);
      }
    } finally {
      db.close();
    }
    return found;
  }

  return {
    look,
    /** The marks of all that is there. */
    marks(dataDir: string): string[] {
      const db = open(dataDir);
      const rows = db.prepare("select query from inquiry").all() as Array<{ query: string }>;
      db.close();
      return rows.flatMap(({ query }) => markIn(query) ?? []);
    },
  };
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

/** The counters are what counting gives, and no message is of an inquiry that is not there. */
function checkSums(db: DatabaseSync, wrong: (what: "counters" | "outbox", line: string) => void): void {
  const different = db
    .prepare(
      `select status, sum(kept) as kept, sum(counted) as counted from (
         select status, count as kept, 0 as counted from inquiry_count
         union all select status, 0, count(*) from inquiry group by status
       ) group by status having sum(kept) <> sum(counted)`,
    )
    .all() as Array<{ status: string; kept: number; counted: number }>;
  for (const { status, kept, counted } of different) wrong("counters", `"${status}" says ${kept}, and has ${counted}`);
  const { n } = db
    .prepare(
      "select count(*) as n from outbox where inquiry_id is not null and inquiry_id not in (select id from inquiry)",
    )
    .get() as { n: number };
  if (n > 0) wrong("outbox", `${n} messages are of no inquiry`);
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
