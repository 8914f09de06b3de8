import { type QueryExecutorProvider, sql } from "kysely";
import type { GramCondition, SearchIndex } from "../engine.ts";

/** Max n-grams that all have to be there: the index reads the whole list of each one. */
const maxAsked = 3;
/** How many of an n-gram's newest inquiries are read to estimate how rare it is. */
const sample = 20;

/** The n-grams in a contentless FTS5 table. */
export const sqliteSearch: SearchIndex = {
  /**
   * Only adds. Deleting and re-inserting in one transaction makes FTS5 lose other rows' entries with `detail = none`
   * and `secure-delete`.
   */
  async add(db, number, grams) {
    await sql`insert into inquiry_gram (rowid, grams) values (${number}, ${grams.join(" ")})`.execute(db);
  },

  async addMany(db, entries) {
    for (const { number, grams } of entries) await sqliteSearch.add(db, number, grams);
  },

  /** FTS5 needs the indexed n-grams for a deletion (https://sqlite.org/fts5.html#the_delete_command). */
  async remove(db, number, grams) {
    await sql`insert into inquiry_gram (inquiry_gram, rowid, grams)
      values ('delete', ${number}, ${grams.join(" ")})`.execute(db);
  },

  async ask(db, condition) {
    const expression = await expressionOf(db, condition);
    return (range) => find(db, expression, range);
  },
};

/** Of n-grams that all have to be there only the rarest, estimated by the newest inquiries that have them. */
async function expressionOf(db: QueryExecutorProvider, condition: GramCondition): Promise<string> {
  if (typeof condition === "string") return quoted(condition);
  const isAll = "all" in condition;
  const parts = isAll ? condition.all : condition.any;
  const grams = parts.filter((part) => typeof part === "string");
  const few = isAll && grams.length > maxAsked ? await rarest(db, grams) : grams;
  const asked = few.map(quoted);
  for (const part of parts) if (typeof part !== "string") asked.push(await expressionOf(db, part));
  return asked.length === 1 ? asked.join("") : `(${asked.join(isAll ? " AND " : " OR ")})`;
}

async function rarest(db: QueryExecutorProvider, grams: readonly string[]): Promise<string[]> {
  const ranked: Array<{ gram: string; reach: number }> = [];
  for (const gram of grams) {
    const found = await find(db, quoted(gram), { from: 0, before: Number.MAX_SAFE_INTEGER, max: sample });
    // How far back the sample goes; rarer n-grams come first.
    ranked.push({ gram, reach: found.length < sample ? -found.length : (found.at(-1) ?? 0) });
    if (found.length === 0) break;
  }
  ranked.sort((a, b) => a.reach - b.reach);
  return ranked.slice(0, maxAsked).map(({ gram }) => gram);
}

const quoted = (gram: string) => `"${gram}"`;

async function find(
  db: QueryExecutorProvider,
  expression: string,
  { from, before, max }: { from: number; before: number; max: number },
): Promise<number[]> {
  // FTS5 applies the limits itself only if they are integers, and SQLite gets JavaScript's numbers as reals.
  const { rows } = await sql<{ rowid: number }>`
    select rowid from inquiry_gram
    where inquiry_gram match ${expression}
      and rowid < cast(${before} as integer) and rowid >= cast(${from} as integer)
    order by rowid desc limit ${max}`.execute(db);
  return rows.map(({ rowid }) => rowid);
}
