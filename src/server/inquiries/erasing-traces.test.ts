import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../open-store.ts";
import { openSigning } from "../signing/create-signing.ts";
import { openSqlite } from "../store/sqlite/open.ts";
import { newInquiry } from "../store/testing.ts";
import { goodInquiry } from "../testing-api.ts";
import { erasingIn, later, start } from "./testing-erasing.ts";

describe.each([{ inThread: false }, { inThread: true }])("what a long run erases on SQLite, %o", (where) => {
  let dir: string;
  let store: Store;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "front-desk-erasing-"));
    store = await openStore({ dataDir: dir });
    // Creates the key, with which the thread signs.
    await openSigning({ dataDir: dir, keyFile: undefined });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dir, { recursive: true });
  });

  // Neither other texts have these n-grams, nor ids, references and signatures.
  const grams = ["ψξθ", "ξθφ", "θφχ", "λψξ", "ξφχ"];
  const left = () => {
    const bytes = Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))));
    return grams.filter((gram) => bytes.includes(gram));
  };

  /** Adds inquiries, of which every fourth stays, in one transaction. */
  async function fill(round: number, { size = 120, pad = "" } = {}): Promise<void> {
    await Promise.all(
      Array.from({ length: size }, (_, at) => {
        const stays = at % 4 === 0;
        const query = pad + (stays ? `to stay ${round} ${at}` : `a ψξθφχ text λψξφχ ${round} ${at}`);
        const inquiry = newInquiry({ ...goodInquiry, query }, { reference: `${round}-${at}` });
        return store.inquiries.insert(inquiry, [], stays ? later : start);
      }),
    );
  }

  const found = async (search: string) => (await store.inbox.list({ search }, { limit: 1000 })).rows.length;

  it("is in no file afterwards, however often", async () => {
    for (const round of [1, 2, 3, 4]) {
      await fill(round);
      expect(left()).toEqual(grams);
      expect(await erasingIn(store, where).erasing.eraseOld()).toBe(90);
      expect(left()).toEqual([]);
      expect(await found("to stay")).toBe(30 * round);
    }
    const database = openSqlite(join(dir, "front-desk.sqlite"));
    await sql`insert into inquiry_gram (inquiry_gram, rank) values ('integrity-check', 0)`.execute(database);
    await database.destroy();
  });

  it("is in no copy that SQLite made when it moved rows between pages", async () => {
    // A row's length decides which rows are moved: without the rewrite, two of these leave a copy.
    for (let length = 30; length < 40; length += 1)
      for (const round of [1, 2]) {
        await fill(length * 10 + round, { pad: "x".repeat(length) });
        expect(await erasingIn(store, where).erasing.eraseOld()).toBe(90);
        expect(left()).toEqual([]);
      }
  });

  it("is in no file if one pass over the index cannot remove it", async () => {
    // The index grows three levels, of four segments each; then a segment larger than the others brings all to one.
    for (let round = 1; round <= 64; round += 1) await fill(round, { size: 1 });
    await fill(65, { size: 200 });
    expect(left()).toEqual(grams);
    expect(await erasingIn(store, where).erasing.eraseOld()).toBe(150);
    expect(left()).toEqual([]);
    expect(await found("to stay")).toBe(114);
  });

  it("is in no file after more runs than the index has levels for", async () => {
    await fill(0);
    for (let round = 1; round <= 40; round += 1) {
      await fill(round, { size: 4 });
      // The first one also erases what was there before.
      expect(await erasingIn(store, where).erasing.eraseOld()).toBe(round === 1 ? 93 : 3);
    }
    expect(left()).toEqual([]);
    expect(await found("to stay")).toBe(70);
  });

  it("is in no file after the run that follows a crash", async () => {
    await fill(1);
    const numbers = await store.inquiries.numbersOver({ closed: later, untouched: later }, 1000);
    expect(numbers).toHaveLength(90);
    const mark = (some: readonly number[]) => store.inquiries.erase(some, "retention", later, { leavesTraces: true });
    // One segment of the index has the others, so that no merge that new ones cause reaches them.
    await mark(numbers.slice(0, 1));
    while (!(await store.inquiries.removeTraces(1000)));
    await mark(numbers.slice(1));
    for (let step = 0; step < 2; step += 1) expect(await store.inquiries.removeTraces(1)).toBe(false);
    await store.close();
    store = await openStore({ dataDir: dir });
    expect(await found("ψξθφχ")).toBe(0);
    expect(left()).not.toEqual([]);
    expect(await erasingIn(store, where).erasing.eraseOld()).toBe(0);
    expect(left()).toEqual([]);
    expect(await found("to stay")).toBe(30);
  });
});
