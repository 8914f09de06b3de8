import { crc32 } from "node:zlib";
import { type RawBuilder, sql } from "kysely";
import type { GramCondition, SearchIndex } from "../engine.ts";

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

  /** PostgreSQL knows how common each n-gram is, so it picks the faster plan. */
  ask: (db, condition) =>
    Promise.resolve(async ({ from, before, max }) => {
      const { rows } = await sql<{ number: number }>`
        select number from inquiry_gram
        where (${has(condition)}) and number < ${before} and number >= ${from}
        order by number desc limit ${max}`.execute(db);
      return rows.map(({ number }) => number);
    }),
};

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
