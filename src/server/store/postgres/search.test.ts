import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { GramCondition } from "../engine.ts";
import { openTestStore } from "../testing.ts";
import { postgresSearch } from "./search.ts";

const count = 6000;
/** Which inquiries have an n-gram. */
const holders: Record<string, (number: number) => boolean> = {
  all: () => true,
  odd: (number) => number % 2 === 1,
  // These three are never apart, which PostgreSQL does not expect.
  tog: (number) => number % 30 === 0,
  eth: (number) => number % 30 === 0,
  her: (number) => number % 30 === 0,
  old: (number) => number <= 1000,
  rar: (number) => number % 2000 === 7,
};

let test: Awaited<ReturnType<typeof openTestStore>>;
beforeEach(async () => {
  test = await openTestStore();
  // The numbers are of no inquiries.
  await sql`alter table inquiry_gram drop constraint inquiry_gram_number_fkey`.execute(test.db);
  const entries = Array.from({ length: count }, (_, at) => at + 1).map((number) => ({
    number,
    grams: Object.keys(holders).filter((gram) => holders[gram]?.(number)),
  }));
  await postgresSearch.addMany(test.db, entries);
});
afterEach(async () => {
  // The next test has the same tables.
  await sql`truncate inquiry_gram`.execute(test.db);
  await sql`alter table inquiry_gram add constraint inquiry_gram_number_fkey
    foreign key (number) references inquiry (number) on delete cascade`.execute(test.db);
  await test.store.close();
});

function fulfils(number: number, condition: GramCondition): boolean {
  if (typeof condition === "string") return holders[condition]?.(number) ?? false;
  return "all" in condition
    ? condition.all.every((part) => fulfils(number, part))
    : condition.any.some((part) => fulfils(number, part));
}

it.each<[string, GramCondition]>([
  ["each inquiry has", "all"],
  ["half of them have", { all: ["all", "odd"] }],
  ["few of the newest have", { all: ["tog", "eth", "her"] }],
  ["only old ones have", { all: ["old", "odd"] }],
  ["few have", { any: ["rar", { all: ["tog", "odd"] }] }],
  ["one of several common ones has", { any: [{ all: ["old", "tog"] }, "odd"] }],
  ["none has", { all: ["rar", "tog"] }],
])("finds the newest in a range, with and without statistics: what %s", async (_what, condition) => {
  const forget = "delete from pg_statistic where starelid = 'inquiry_gram'::regclass";
  for (const statement of [forget, "analyze inquiry_gram"]) {
    await sql.raw(statement).execute(test.db);
    const find = await postgresSearch.ask(test.db, condition);
    for (const range of [
      { from: 0, before: 1e15, max: 51 },
      { from: 0, before: 5900, max: 500 },
      { from: 900, before: 1100, max: 5 },
    ]) {
      const expected = Array.from({ length: count }, (_, at) => count - at)
        .filter((number) => number >= range.from && number < range.before && fulfils(number, condition))
        .slice(0, range.max);
      expect(await find(range)).toEqual(expected);
    }
  }
});

it("asks for the rarest three of many n-grams, so that more are found", async () => {
  await sql`analyze inquiry_gram`.execute(test.db);
  const find = await postgresSearch.ask(test.db, { all: ["odd", "tog", "old", "eth", "her"] });
  expect(await find({ from: 0, before: 1e15, max: 2 })).toEqual([6000, 5970]);
});
