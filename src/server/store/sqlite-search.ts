import { type QueryExecutorProvider, sql } from "kysely";
import type { SearchIndex } from "./engine.ts";

/** The index reads the list of each run that it is asked for to the end, so it is asked for no more than these. */
const mostAsked = 3;
/** How many of a run's newest inquiries are looked at to judge how rare it is. */
const sample = 20;

/** The runs of letters in a contentless table of FTS5. */
export const sqliteSearch: SearchIndex = {
  /**
   * Nothing is taken out and put back where an inquiry gets more: FTS5 loses the entries of others where that is done in one
   * transaction without positions (`detail = none`) and with `secure-delete`.
   */
  async add(db, number, grams) {
    await sql`insert into inquiry_gram (rowid, grams) values (${number}, ${grams.join(" ")})`.execute(db);
  },

  async addMany(db, entries) {
    for (const { number, grams } of entries) await sqliteSearch.add(db, number, grams);
  },

  /** The index needs the runs that were put in (https://sqlite.org/fts5.html#the_delete_command). */
  async remove(db, number, grams) {
    await sql`insert into inquiry_gram (inquiry_gram, rowid, grams) values ('delete', ${number}, ${grams.join(" ")})`.execute(
      db,
    );
  },

  /** It is asked for the rarest of the runs, judged by the newest inquiries that have them. */
  async ask(db, grams) {
    const asked = grams.length <= mostAsked ? grams : await rarest(db, grams);
    const expression = asked.map(quoted).join(" AND ");
    return (range) => find(db, expression, range);
  },
};

async function rarest(db: QueryExecutorProvider, grams: readonly string[]): Promise<string[]> {
  const judged: Array<{ gram: string; reach: number }> = [];
  for (const gram of grams) {
    const found = await find(db, quoted(gram), { from: 0, before: Number.MAX_SAFE_INTEGER, most: sample });
    // How far back that many go; fewer go back for ever.
    judged.push({ gram, reach: found.length < sample ? -found.length : (found.at(-1) ?? 0) });
    if (found.length === 0) break;
  }
  judged.sort((a, b) => a.reach - b.reach);
  return judged.slice(0, mostAsked).map(({ gram }) => gram);
}

const quoted = (gram: string) => `"${gram}"`;

async function find(
  db: QueryExecutorProvider,
  expression: string,
  { from, before, most }: { from: number; before: number; most: number },
): Promise<number[]> {
  // Only where a limit is an integer, and JavaScript's numbers are none to SQLite, does the index itself begin there.
  const { rows } = await sql<{ rowid: number }>`
    select rowid from inquiry_gram
    where inquiry_gram match ${expression}
      and rowid < cast(${before} as integer) and rowid >= cast(${from} as integer)
    order by rowid desc limit ${most}`.execute(db);
  return rows.map(({ rowid }) => rowid);
}
