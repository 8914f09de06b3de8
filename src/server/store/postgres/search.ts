import { crc32 } from "node:zlib";
import { smallest } from "#domain/lists.ts";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import type { Finder, GramCondition, SearchIndex } from "../engine.ts";

/**
 * The n-grams as an array of numbers per inquiry, under a GIN index. Numbers compare faster than text in any collation,
 * and stale index entries reveal nothing; two n-grams with the same number only add false matches.
 */
export const postgresSearch: SearchIndex = {
  removesByNumber: true,

  async add(db, number, grams) {
    await sql`insert into inquiry_gram (number, grams) values (${number}, ${numbered(grams)})
      on conflict (number) do update set grams = inquiry_gram.grams || excluded.grams`.execute(db);
  },

  async addMany(db, entries) {
    const numbers = entries.map(({ number }) => number);
    // The lists differ in length, which a multidimensional array does not allow.
    const lists = entries.map(({ grams }) => `{${numbered(grams).join(",")}}`);
    await sql`insert into inquiry_gram (number, grams)
      select number, list::integer[]
      from unnest(${numbers}::bigint[], ${lists}::text[]) as entry (number, list)`.execute(db);
  },

  async remove(db, number) {
    await sql`delete from inquiry_gram where number = ${number}`.execute(db);
  },

  async removeMany(db, entries) {
    await sql`delete from inquiry_gram
      where number = any (${entries.map(({ number }) => number)}::bigint[])`.execute(db);
  },

  // The vacuum of `purgeErased` removes them.
  removeTraces: () => Promise.resolve(true),

  /**
   * PostgreSQL takes the n-grams of a word for independent of each other, and picks the wrong plan by a factor of a
   * thousand: so each of the two queries leaves it only one.
   */
  async ask(db, condition) {
    const frequencyOf = await frequenciesIn(db, condition);
    const rare = rarest(condition, frequencyOf);
    const mayBeCommon = greatestShare(rare, frequencyOf) >= common;
    return async (range) => {
      for (const [rows, least] of mayBeCommon ? newestCompared : []) {
        const newest = await searchNewest(db, rare, range, rows);
        if (newest.length === range.max) return newest;
        if (newest.length < least * range.max) break;
      }
      return byIndex(db, rare, range);
    };
  },
};

/** Max conditions that all have to be fulfilled: the index reads the list of each one. */
const maxAsked = 3;
/**
 * Numbers of the newest inquiries that are compared without the index, in turn, and the share of a page that each has
 * to find for the next one to be worth trying.
 */
const newestCompared = [
  [250, 1 / 16],
  [4000, 1],
] as const;
/** Least share of matches from which the newest inquiries have a page of results. */
const common = 0.025;

/** Returns the numbers of those of the newest `among` inquiries in a range that fulfil a condition. */
async function searchNewest(
  db: QueryExecutorProvider,
  condition: GramCondition,
  range: Range,
  among: number,
): Promise<number[]> {
  const { from, before, max } = range;
  const { rows } = await sql<{ number: number }>`
    select number from (
      select number, grams from inquiry_gram where number < ${before} and number >= ${from}
      order by number desc limit ${among}
    ) as newest
    where ${has(condition)} order by number desc limit ${max}`.execute(db);
  return rows.map(({ number }) => number);
}

/** Returns the numbers of those of all inquiries in a range, by the index: the primary key cannot serve its order. */
async function byIndex(db: QueryExecutorProvider, condition: GramCondition, range: Range): Promise<number[]> {
  const { from, before, max } = range;
  const { rows } = await sql<{ number: number }>`
    select number from inquiry_gram
    where (${has(condition)}) and number < ${before} and number >= ${from}
    order by number + 0 desc limit ${max}`.execute(db);
  return rows.map(({ number }) => number);
}

type Range = Parameters<Finder>[0];

type FrequencyOf = (gram: string) => number;

/**
 * Returns the share of inquiries with each n-gram of a condition, from the statistics of the last `analyze`; 0 for one
 * that is rare, or without statistics.
 */
async function frequenciesIn(db: QueryExecutorProvider, condition: GramCondition): Promise<FrequencyOf> {
  const { rows } = await sql<{ gram: number; frequency: number }>`
    select gram, frequency
    from pg_stats, unnest(most_common_elems::text::integer[], most_common_elem_freqs) as common (gram, frequency)
    where schemaname = current_schema() and tablename = 'inquiry_gram' and attname = 'grams'
      and gram = any (${numbered(gramsIn(condition))}::integer[])`.execute(db);
  const known = new Map(rows.map(({ gram, frequency }) => [gram, frequency]));
  return (gram) => known.get(crc32(gram) | 0) ?? 0;
}

const gramsIn = (condition: GramCondition): string[] =>
  typeof condition === "string" ? [condition] : ("all" in condition ? condition.all : condition.any).flatMap(gramsIn);

/** Returns an upper bound of the share of inquiries that fulfil a condition. */
function greatestShare(condition: GramCondition, frequencyOf: FrequencyOf): number {
  if (typeof condition === "string") return frequencyOf(condition);
  if ("all" in condition) return smallest(condition.all.map((part) => greatestShare(part, frequencyOf)));
  return condition.any.reduce((sum, part) => sum + greatestShare(part, frequencyOf), 0);
}

/** Returns the condition with the rarest few of those that all have to be fulfilled. */
function rarest(condition: GramCondition, frequencyOf: FrequencyOf): GramCondition {
  if (typeof condition === "string") return condition;
  if ("any" in condition) return { any: condition.any.map((part) => rarest(part, frequencyOf)) };
  const ranked = condition.all.toSorted((a, b) => greatestShare(a, frequencyOf) - greatestShare(b, frequencyOf));
  return { all: ranked.slice(0, maxAsked).map((part) => rarest(part, frequencyOf)) };
}

/** Single n-grams are compared as one array. */
function has(condition: GramCondition): RawBuilder<boolean> {
  if (typeof condition === "string") return sql`grams @> ${numbered([condition])}::integer[]`;
  const isAll = "all" in condition;
  const parts = isAll ? condition.all : condition.any;
  const grams = parts.filter((part) => typeof part === "string");
  const rest = parts.filter((part) => typeof part !== "string").map((part) => sql`(${has(part)})`);
  const own = isAll ? sql`grams @> ${numbered(grams)}::integer[]` : sql`grams && ${numbered(grams)}::integer[]`;
  return sql.join([...(grams.length > 0 ? [own] : []), ...rest], isAll ? sql` and ` : sql` or `);
}

/** The n-grams as stored in the index: as PostgreSQL's signed `integer`. */
export const numbered = (grams: readonly string[]): number[] => grams.map((gram) => crc32(gram) | 0);
