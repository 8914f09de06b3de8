import { type QueryExecutorProvider, sql } from "kysely";
import type { GramCondition, SearchIndex } from "../engine.ts";

/** Max conditions that all have to be fulfilled: the index reads the whole lists of each one. */
const maxAsked = 3;
/** How many of a condition's newest inquiries are read to estimate how rare it is. */
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
    const expression = await expressionOf(condition, reachIn(db));
    return (range) => find(db, expression, range);
  },
};

/** How far back the newest inquiries of an expression go: the rarer it is, the lower. */
type Reach = (expression: string) => Promise<number>;

/** Of conditions that all have to be fulfilled only the rarest, estimated by the newest inquiries that fulfil them. */
async function expressionOf(condition: GramCondition, reachOf: Reach): Promise<string> {
  if (typeof condition === "string") return `"${condition}"`;
  const isAll = "all" in condition;
  const parts: string[] = [];
  for (const part of isAll ? condition.all : condition.any) parts.push(await expressionOf(part, reachOf));
  const asked = isAll && parts.length > maxAsked ? await rarest(parts, reachOf) : parts;
  return asked.length === 1 ? asked.join("") : `(${asked.join(isAll ? " AND " : " OR ")})`;
}

async function rarest(expressions: readonly string[], reachOf: Reach): Promise<string[]> {
  const ranked: Array<{ expression: string; reach: number }> = [];
  for (const expression of expressions) {
    const reach = await reachOf(expression);
    ranked.push({ expression, reach });
    // Nothing fulfils it, nor the whole condition.
    if (reach === -sample) break;
  }
  ranked.sort((a, b) => a.reach - b.reach);
  return ranked.slice(0, maxAsked).map(({ expression }) => expression);
}

/** Asks once for what several conditions have. */
function reachIn(db: QueryExecutorProvider): Reach {
  const known = new Map<string, number>();
  return async (expression) => {
    const before = known.get(expression);
    if (before !== undefined) return before;
    const found = await find(db, expression, { from: 0, before: Number.MAX_SAFE_INTEGER, max: sample });
    const reach = found.length < sample ? found.length - sample : (found.at(-1) ?? 0);
    known.set(expression, reach);
    return reach;
  };
}

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
