import { expect, it } from "vitest";
import { newInquiry, openTestStore } from "./testing.ts";
import { corpus, queries } from "./testing-queries.ts";

/** Hits, right hits and right answers of some searches. */
interface Sums {
  found: number;
  right: number;
  wanted: number;
}

it("finds what 200 searches mean, with few others", async () => {
  const { store, db } = await openTestStore();
  for (const { phoneKey, ...fields } of corpus) await store.inquiries.insert(newInquiry(fields, { phoneKey }), [], 1);
  const places = new Map(corpus.map(({ email }, place) => [email, place]));
  const emails = new Map(
    (await db.selectFrom("inquiry").select(["id", "email"]).execute()).map((row) => [row.id, row.email]),
  );
  const sums = new Map<string, Sums>();
  const missed: string[] = [];
  for (const { kind, search, right } of queries) {
    const found: number[] = [];
    for (let after: number | undefined; ;) {
      const part = await store.inbox.list({ search }, { after, limit: 50 });
      for (const { id } of part.rows) found.push(places.get(emails.get(id) ?? "") ?? -1);
      if (part.next === null) break;
      after = part.next;
    }
    const hits = found.filter((place) => right.includes(place)).length;
    if (hits < right.length || hits < found.length)
      missed.push(`${search}: ${hits} of ${right.length} right, ${found.length - hits} others`);
    for (const name of [kind, "all"]) {
      const sum = sums.get(name) ?? { found: 0, right: 0, wanted: 0 };
      sums.set(name, { found: sum.found + found.length, right: sum.right + hits, wanted: sum.wanted + right.length });
    }
  }
  await db.destroy();
  if (process.env["SHOW_FIGURES"] === "1") {
    const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
    for (const [name, { found, right, wanted }] of sums)
      process.stderr.write(`${name}: precision ${percent(right / found)}, recall ${percent(right / wanted)}\n`);
    process.stderr.write(`${missed.join("\n")}\n`);
  }
  expect(queries).toHaveLength(200);
  const { found, right, wanted } = sums.get("all") ?? { found: 1, right: 0, wanted: 1 };
  expect(right / found).toBeGreaterThan(0.95);
  expect(right / wanted).toBeGreaterThan(0.95);
});
