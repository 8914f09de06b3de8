import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { foldSpelling, foldText } from "#domain/search/fold.ts";
import { similarTo } from "#domain/search/similar.ts";
import { openSearchTest, type SearchTest } from "./testing-search.ts";

let test: SearchTest;
beforeEach(async () => {
  test = await openSearchTest();
});
afterEach(() => test.db.destroy());

describe("a search in other spellings", () => {
  const spellingOf = (text: string) => foldSpelling(foldText(text));

  async function findAll(search: string) {
    const found: string[] = [];
    for (let after: number | undefined; ;) {
      const part = await test.store.inbox.list({ search }, { after, limit: 2 });
      found.push(...part.rows.map(({ name }) => name));
      if (part.next === null) return found;
      after = part.next;
    }
  }

  it("has what is written so first, on all pages", async () => {
    for (const query of ["डिपॉजिट 1", "डिपॉज़िट 2", "डिपॉजिट 3", "डिपोज़िट 4", "डिपॉजिट 5", "कुछ नहीं 6"])
      await test.receive({ name: query.slice(-1), query });
    expect(await findAll("डिपॉजिट")).toEqual(["5", "3", "1", "4", "2"]);
    expect(await findAll("डिपॉज़िट")).toEqual(["2", "5", "4", "3", "1"]);
  });

  it("has similar words only if no text has it otherwise", async () => {
    for (const query of ["withdrawal", "withdrwal", "withdrawl", "paisa"]) await test.receive({ name: query, query });
    expect(await findAll("withdrwal")).toEqual(["withdrwal"]);
    expect(await findAll("withdrawll")).toEqual(["withdrawl", "withdrawal"]);
    expect(await findAll("pesa wapas")).toEqual([]);
    expect(await findAll("pesa")).toEqual(["paisa"]);
    expect(await findAll("TXN12345")).toEqual([]);
  });

  it("goes on after the reference that it names", async () => {
    for (const query of ["दीजिए", "दीजिये", "दिजिए"]) await test.receive({ name: query, query });
    expect(await findAll("दीजिए")).toEqual(["दीजिए", "दिजिए", "दीजिये"]);
  });

  // Syllables as people write them: a nasal sign comes last.
  const syllable = fc
    .tuple(
      fc.constantFrom("क", "ज", "ड", "म", "न", "द", "र", "य", "ज़", "ड़"),
      fc.constantFrom("", "ा", "ि", "ी", "ु", "े", "ै", "ो", "ॉ", "्"),
      fc.constantFrom("", "", "ं", "ँ"),
    )
    .map((parts) => parts.join(""));
  const word = fc.array(syllable, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join("")}क`);

  async function withTexts(queries: readonly string[], run: () => Promise<void>) {
    await test.store.inquiries.erase(await test.store.inquiries.numbersByEmail("x@y.zz"), "team", 1);
    await test.db.deleteFrom("erasure").execute();
    for (const query of queries) await test.receive({ name: query, phone: "", email: "x@y.zz", city: "", query });
    await run();
  }

  it("finds what comparison of the spellings finds, for all words", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 2, maxLength: 6 }), async (queries) => {
        const [search = ""] = queries;
        const expected = queries.filter((query) => spellingOf(query).includes(spellingOf(search)));
        await withTexts(queries, async () => expect(await findAll(search)).toEqual(expect.arrayContaining(expected)));
      }),
      { numRuns: 60 },
    );
  });

  it("finds each word with one typo, in each script", async () => {
    const latin = fc.string({ unit: fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), minLength: 5, maxLength: 9 });
    const edit = fc.record({ at: fc.nat(8), kind: fc.constantFrom("put in", "left out", "replaced", "swapped") });
    await fc.assert(
      fc.asyncProperty(fc.oneof(latin, word), edit, async (query, { at, kind }) => {
        const letter = query.includes("क") ? "त" : "x";
        const [a = "", b = ""] = query.slice(at);
        const [before, after] = [query.slice(0, at), query.slice(at + 1)];
        const edited = {
          "put in": before + letter + a + after,
          "left out": before + after,
          replaced: before + letter + after,
          swapped: before + b + a + after.slice(1),
        }[kind];
        fc.pre(foldSpelling(foldText(edited)).length >= 5 && similarTo(spellingOf(edited))(spellingOf(query)));
        await withTexts([query], async () => expect(await findAll(edited)).toEqual([query]));
      }),
      { numRuns: 80 },
    );
  });
});
