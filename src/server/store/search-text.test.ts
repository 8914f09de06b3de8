import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { gramsOf } from "./search-text.ts";
import { openStore } from "../open-store.ts";
import { isOnSqlite, newInquiry } from "./testing.ts";
import { openSearchTest, type SearchTest } from "./testing-search.ts";

let test: SearchTest;
beforeEach(async () => {
  test = await openSearchTest();
});
afterEach(() => test.db.destroy());

async function find(search: string, more = {}): Promise<string[]> {
  const { rows } = await test.store.inbox.list({ search, ...more }, { limit: 50 });
  return rows.map(({ name }) => name);
}

async function note(inquiryId: string, text: string) {
  const memberId = "member";
  await test.db
    .insertInto("member")
    .values({ id: memberId, email: "a", email_key: "a", password_hash: "none", created_at: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await test.store.inquiries.addNote({ id: crypto.randomUUID(), inquiryId, memberId, text }, 2);
}

describe("a search", () => {
  const meera = {
    name: "मीरा उदाहरण",
    phone: "090000 00001",
    email: "Meera.Example@example.com",
    city: "लखनऊ",
    query: "मुझे अपना पासवर्ड बदलना है।\nIt says: error_42 – ₹5,000 not paid (ﬁnal)! 𝒜 👩‍🚀",
  };

  it.each([
    ["a name", "मीरा"],
    ["a part of a Hindi word", "सवर"],
    ["two letters of Hindi", "मु"],
    ["one letter of Hindi", "ख"],
    ["a vowel sign alone", "ा"],
    ["one letter", "z"],
    ["two letters", "sa"],
    ["one digit", "4"],
    ["a sign", "₹"],
    ["a sign of ASCII", "_"],
    ["signs among letters", "r_4"],
    ["what stands in brackets", "(final)"],
    ["letters of one glyph, apart", "final"],
    ["a script letter, plain", "a"],
    ["an emoji", "🚀"],
    ["the middle of a word", "xampl"],
    ["another case", "MEERA.EXAMPLE@EXAMPLE.COM"],
    ["the city", "लखनऊ"],
    ["the number as it was typed", "090000 00001"],
    ["the number as it is dialled", "+919000000001"],
    ["a part of the number", "90000000"],
    ["words of several fields, in any order", "error लखनऊ meera"],
    ["a word that stands twice", "पासवर्ड पासवर्ड"],
    ["white space around", "  \u3000password  पासवर्ड\t".replace("password", "")],
    ["the reference", "K7P-4MX"],
    ["the reference in lower case", "k7p-4mx"],
    ["the reference without its dash", "k7p4mx"],
    ["a part of the reference", "7p4"],
  ])("finds by %s: %s", async (_what, search) => {
    await test.receive({ ...meera, query: `${meera.query} z` }, { reference: "K7P-4MX", phoneKey: "+919000000001" });
    await test.receive(
      { name: "Other", email: "o@b.org", phone: "555", city: "Pune", query: "Hello" },
      { reference: "BCD-FGH" },
    );
    expect(await find(search)).toEqual([meera.name]);
  });

  it.each([
    ["runs of letters that stand there, but not together", "abcdex"],
    ["a word over white space", "abcdbcde"],
    ["words of which one is missing", "abcd hello"],
    ["what would be a command of the index", 'abcd" OR "zzz'],
    ["an operator", "abcd NOT zzz"],
    ["a column filter", "grams:abcd"],
    ["a prefix query", "abcd*"],
    ["NUL", "\0"],
    ["half a letter", "\ud83d"],
  ])("finds nothing by %s", async (_what, search) => {
    await test.receive({ query: "abcd bcde cdex" });
    expect(await find(search)).toEqual([]);
  });

  it("without a word finds everything", async () => {
    await test.receive();
    expect(await find(" \t ")).toEqual([goodInquiry.name]);
  });

  it("finds notes, and only while they are there", async () => {
    const inquiry = await test.receive();
    expect(await find("बैंक")).toEqual([]);
    await note(inquiry.id, "बैंक का इंतज़ार");
    await note(inquiry.id, "Second note");
    expect(await find("बैंक second genuine")).toEqual([goodInquiry.name]);
    await test.store.inquiries.erase([1], "team", 3);
    expect(await find("बैंक")).toEqual([]);
    expect(await find("second")).toEqual([]);
  });

  it("is limited to the view", async () => {
    await test.receive({ name: "New" });
    await test.receive({ name: "Closed" }, { status: "closed" });
    await test.receive({ name: "Suspected" }, { status: "suspected" });
    expect(await find("genuine")).toEqual(["Closed", "New"]);
    expect(await find("genuine", { status: "suspected" })).toEqual(["Suspected"]);
    expect(await find("genuine", { status: "closed", assigneeId: null })).toEqual(["Closed"]);
    expect(await find("genuine", { from: 2 })).toEqual([]);
  });

  it("is paged, without gaps or repeats", async () => {
    for (let index = 0; index < 130; index += 1) {
      await test.receive({ name: `N${index}`, query: index % 3 === 0 ? "wanted" : "wan ant nte ted other" });
    }
    const found: string[] = [];
    for (let after: number | undefined; ;) {
      const part = await test.store.inbox.list({ search: "wanted" }, { after, limit: 7 });
      found.push(...part.rows.map(({ name }) => name));
      if (part.next === null) break;
      after = part.next;
      // New inquiries come before the pages already read.
      await test.receive({ name: "Later", query: "wanted" });
    }
    expect(found).toEqual(Array.from({ length: 44 }, (_, index) => `N${129 - index * 3}`));
  });

  it("with few matches stops after a limit, and continues from there", async () => {
    await test.receive({ name: "The one", query: "abcd" });
    const many = Array.from({ length: 2600 }, () => newInquiry({ ...goodInquiry, query: "abc bcd" }));
    await Promise.all(many.map((inquiry) => test.store.inquiries.insert(inquiry, [], 1)));
    const first = await test.store.inbox.list({ search: "abcd" }, { limit: 50 });
    expect(first.rows).toEqual([]);
    expect(first.next).toBeGreaterThan(1);
    const second = await test.store.inbox.list({ search: "abcd" }, { after: first.next ?? 0, limit: 50 });
    expect(second.rows.map(({ name }) => name)).toEqual(["The one"]);
    expect(second.next).toBeNull();
  });

  it("finds what plain comparison finds, for all texts", async () => {
    const letter = fc.constantFrom(...Array.from("abcAB1_-क़ा्ż İß\n"), "क़", "é", "👩‍🚀", "ﬁ");
    const text = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
    const fold = (typed: string) => typed.toWellFormed().normalize("NFKC").toLowerCase();
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), text, async (queries, search) => {
        await test.store.inquiries.erase(await test.store.inquiries.numbersByEmail("x@y.zz"), "team", 1);
        await test.db.deleteFrom("erasure").execute();
        const bare = { name: "", phone: "", email: "x@y.zz", city: "" };
        for (const query of queries) {
          await test.store.inquiries.insert(
            newInquiry({ ...bare, query }, { reference: query + Math.random() }),
            [],
            1,
          );
        }
        const rows = await test.db.selectFrom("inquiry").selectAll().orderBy("number", "desc").execute();
        const words = fold(search).split(/\s+/).filter(Boolean);
        const expected = rows.filter((row) => {
          const all = fold([row.reference, row.reference.replace("-", ""), row.query, row.email].join("\n"));
          return words.every((word) => all.includes(word));
        });
        const { rows: found } = await test.store.inbox.list({ search }, { limit: 50 });
        // Only a search that finds nothing so goes on with other spellings.
        if (expected.length > 0) expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 150 },
    );
  });
});

describe("the runs of a text", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["ab", ["a", "b", "ab"]],
    ["abcd", ["a", "b", "ab", "c", "bc", "abc", "d", "cd", "bcd"]],
    ["ab ab\tb", ["a", "b", "ab"]],
    ["कम", ["क", "म", "कम"]],
    ["🚀a", ["🚀", "a", "🚀a"]],
    // ASCII that is no letter or digit is mapped, since the index would split words at it.
    ["a-", ["a", "\ue02d", "a\ue02d"]],
  ])("%j", (text, grams) => {
    expect(gramsOf(text)).toEqual(grams);
  });
});

it("keeps the index consistent", async () => {
  const inquiries = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      test.receive({ query: `text number ${index} ${"मदद ".repeat(index)}` }),
    ),
  );
  for (const { id } of inquiries.slice(0, 10)) await note(id, "a note");
  await test.store.inquiries.erase([1, 3, 5, 15], "team", 1);
  if (isOnSqlite())
    await sql`insert into inquiry_gram (inquiry_gram, rank) values ('integrity-check', 0)`.execute(test.db);
  const numbers = await test.store.inquiries.numbersByEmail(goodInquiry.email);
  await test.store.inquiries.erase(numbers, "team", 1);
  const { rows } = await (
    isOnSqlite()
      ? sql`select count(*) as "left" from inquiry_gram where inquiry_gram match '"t"'`
      : sql`select count(*) as "left" from inquiry_gram`
  ).execute(test.db);
  expect(rows).toEqual([{ left: 0 }]);
});

it("leaves no erased data in any file of the store", async () => {
  const dir = mkdtempSync(join(tmpdir(), "front-desk-erasure-"));
  const store = await openStore({ dataDir: dir });
  const bytes = () => Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))));
  const marked = { ...goodInquiry, name: "Qxzwy Vqjkx", query: "a qyjlx marked text wyqlx" };
  const others = Array.from({ length: 300 }, (_, index) =>
    newInquiry({ ...goodInquiry, query: `number ${index} says hello again` }, { phoneKey: `+91${index}` }),
  );
  await Promise.all(others.map((inquiry) => store.inquiries.insert(inquiry, [], 1)));
  const message = { id: "m", kind: "inquiry", channel: "email", payload: '{"marked":"vxqzk"}' };
  const inquiry = newInquiry(marked);
  await store.inquiries.insert(inquiry, [message], 1);
  const member = { id: "member", email: "a@example.com", passwordHash: "none", role: "owner" as const };
  await store.members.insertFirst(member, 1);
  await store.inquiries.addNote({ id: "n", inquiryId: inquiry.id, memberId: "member", text: "kyqlv noted" }, 1);
  await store.inquiries.change([{ id: inquiry.id, version: 2, status: "closed" }], "member", 1);
  await Promise.all(
    others.map((other) =>
      store.inquiries.addNote({ id: other.id, inquiryId: other.id, memberId: "member", text: "noted" }, 1),
    ),
  );
  const words = ["Qxzwy", "qyjlx", "wyqlx", "kyqlv", "vxqzk"];
  // The index has these n-grams of three letters, which no other text contains, nor any reference: references have no Y
  // and no L.
  const grams = ["qyj", "yjl", "jlx", "wyq", "qlx", "kyq", "qlv"];
  for (const mark of [...words, ...grams]) expect([mark, bytes().includes(mark)]).toEqual([mark, true]);
  expect(await store.inquiries.erase(await store.inbox.numbersOf([inquiry.id]), "team", 2)).toBe(1);
  // Closing checkpoints the log into the file.
  await store.close();
  for (const mark of [...words, ...grams]) expect([mark, bytes().includes(mark)]).toEqual([mark, false]);
  const again = await openStore({ dataDir: dir });
  expect((await again.inbox.list({ search: "hello again" }, { limit: 50 })).rows).toHaveLength(50);
  await again.close();
  rmSync(dir, { recursive: true });
});
