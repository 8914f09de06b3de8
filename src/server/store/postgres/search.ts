import { crc32 } from "node:zlib";
import { sql } from "kysely";
import type { SearchIndex } from "../engine.ts";

/**
 * The runs of letters as numbers in an array for each inquiry, under a GIN index. Numbers are compared faster than texts in any
 * collation, and what the index keeps of runs that no inquiry has any more says nothing; two runs of one number only make it find too much.
 */
export const postgresSearch: SearchIndex = {
  async add(db, number, grams) {
    await sql`insert into inquiry_gram (number, grams) values (${number}, ${numbered(grams)})
      on conflict (number) do update set grams = inquiry_gram.grams || excluded.grams`.execute(db);
  },

  async addMany(db, entries) {
    const numbers = entries.map(({ number }) => number);
    // Lists of several lengths, which no array of arrays can hold.
    const lists = entries.map(({ grams }) => `{${numbered(grams).join(",")}}`);
    await sql`insert into inquiry_gram (number, grams)
      select number, list::integer[] from unnest(${numbers}::bigint[], ${lists}::text[]) as entry (number, list)`.execute(
      db,
    );
  },

  async remove(db, number) {
    await sql`delete from inquiry_gram where number = ${number}`.execute(db);
  },

  /** PostgreSQL knows how common each run is, and so which way is the shorter one. */
  ask: (db, grams) =>
    Promise.resolve(async ({ from, before, most }) => {
      const { rows } = await sql<{ number: number }>`
        select number from inquiry_gram
        where grams @> ${numbered(grams)}::integer[] and number < ${before} and number >= ${from}
        order by number desc limit ${most}`.execute(db);
      return rows.map(({ number }) => number);
    }),
};

/** The runs of letters as the index has them: as PostgreSQL's `integer`, which has a sign. */
export const numbered = (grams: readonly string[]): number[] => grams.map((gram) => crc32(gram) | 0);
