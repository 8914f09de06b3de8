import { setImmediate } from "node:timers/promises";
import type { Kysely, RawBuilder } from "kysely";
import type { Found } from "#contract/inbox/inbox.ts";
import { append } from "#domain/lists.ts";
import { excerptOf } from "#domain/search/excerpt.ts";
import {
  type ComparedText,
  comparedText,
  hasTerms,
  type Looseness,
  looseness,
  type SearchTerm,
  searchTerms,
} from "#domain/search/search-terms.ts";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";
import { gramsOfTerms } from "../store/search-grams.ts";
import { excerptSources, type SearchedText, searchedFrom, searchedText } from "../store/search-text.ts";
import { textsOf } from "./thread-queries.ts";

/** Max inquiries that a search scans per page, and max batch size. */
const maxChecked = 2000;
const maxBatch = 500;
/** Texts to compare before yielding to the event loop. */
const yieldEach = 50;
/** A view with up to this many inquiries is searched without the index. */
const few = 500;
/** No inquiry has a higher number: a place in the results is its number plus this for each looser comparison. */
const numbersPerPass = 1e15;

/** A range of numbers, `[from, before)`. */
export interface NumberRange {
  from: number;
  before: number;
}

/** One page of results, the newest first; `next` is the place before which the following one begins. */
export interface SearchPage {
  numbers: number[];
  next: number | null;
  /** Looseness with which all results of the page were compared. */
  how: Looseness;
  /** The text of each result, by its id. */
  texts: ReadonlyMap<string, SearchedText>;
}

/** The place of a result. */
export const placeOf = (pass: Looseness, number: number): number => looseness.indexOf(pass) * numbersPerPass + number;

function readPlace(place: number): { how: Looseness; before: number } {
  return { how: looseness[Math.floor(place / numbersPerPass)] ?? "similar", before: place % numbersPerPass };
}

/** Returns how a page was found, with the excerpts of these results; null without a search. */
export function foundIn({ how, texts }: Partial<SearchPage>, search: string, ids: readonly string[]): Found | null {
  if (how === undefined) return null;
  const terms = searchTerms(search);
  const excerpts = ids.flatMap((id) => {
    const text = texts?.get(id);
    // Every row shows the name itself.
    const excerpt = text && excerptOf(excerptSources(text), { terms, how, shown: text.fields.name });
    return excerpt ? [[id, excerpt] as const] : [];
  });
  return { how, excerpts: Object.fromEntries(excerpts) };
}

/** Conditions of the view that a search is limited to. */
interface SearchedView {
  isNarrow: boolean;
  newest: (range: NumberRange, max: number) => Promise<number[]>;
  /** The condition that a row of `inquiry` is in the view. */
  condition: () => Promise<RawBuilder<boolean>>;
}

/** Finds inquiries by their text: first as it is written, then in other spellings; with typos only if there is none. */
export function createSearchQueries(db: Kysely<Database>, engine: Pick<Engine, "listed" | "search">) {
  const { listed } = engine;

  /** The text of these inquiries, as far as they belong to the view. */
  async function textsIn(view: SearchedView, numbers: readonly number[]) {
    const rows = await db
      .selectFrom("inquiry")
      .select(["number", "id", "reference", "phone_key", "reported"])
      .select(["name", "phone", "email", "city", "query"])
      .where("number", "in", listed.numbers(numbers))
      .where(await view.condition())
      .execute();
    const ids = rows.map(({ id }) => id);
    const added = await textsOf(db, listed, ids);
    return rows.map((row) => ({ id: row.id, number: row.number, text: searchedFrom(row, added.get(row.id) ?? []) }));
  }

  /**
   * Returns those of these inquiries that belong to the view and have the terms, without results of a stricter
   * comparison.
   */
  async function verify(
    numbers: readonly number[],
    { view, terms, how }: { view: SearchedView; terms: readonly SearchTerm[]; how: Looseness },
  ): Promise<Map<number, { id: string; text: SearchedText }>> {
    const stricter = looseness[looseness.indexOf(how) - 1];
    const isResult = (text: ComparedText) =>
      hasTerms(text, terms, how) && (stricter === undefined || !hasTerms(text, terms, stricter));
    const found = new Map<number, { id: string; text: SearchedText }>();
    for (const [index, { id, number, text }] of (await textsIn(view, numbers)).entries()) {
      if (isResult(comparedText(searchedText(text)))) found.set(number, { id, text });
      // Comparing long texts is slow: yield to the event loop.
      if (index % yieldEach === yieldEach - 1) await setImmediate();
    }
    return found;
  }

  /** One page of the results of one comparison. */
  async function scan(
    given: { view: SearchedView; terms: readonly SearchTerm[]; how: Looseness },
    { from, before }: NumberRange,
    max: number,
  ): Promise<SearchPage> {
    const { view, terms, how } = given;
    const numbers: number[] = [];
    const texts = new Map<string, SearchedText>();
    const all = view.isNarrow ? await view.newest({ from, before }, few + 1) : [];
    const isKnown = view.isNarrow && all.length <= few;
    const grams = isKnown ? null : gramsOfTerms(terms, how);
    if (!isKnown && grams === null) return { numbers, next: null, how, texts };
    const find = grams === null ? undefined : await engine.search.ask(db, grams);
    // Nearly all index hits are true matches, so the first batch is small; each next one is sized by the hit rate so
    // far.
    for (let scanned = 0, at = max + 1; scanned < maxChecked;) {
      const candidates = find === undefined ? all.slice(scanned, scanned + at) : await find({ from, before, max: at });
      const found = await verify(candidates, given);
      for (const { id, text } of found.values()) texts.set(id, text);
      append(
        numbers,
        candidates.filter((number) => found.has(number)),
      );
      if (numbers.length > max)
        return { numbers: numbers.slice(0, max), next: placeOf(how, numbers[max - 1] ?? 0), how, texts };
      if (candidates.length < at) return { numbers, next: null, how, texts };
      before = candidates.at(-1) ?? before;
      scanned += at;
      const likely = ((max + 1 - numbers.length) * scanned) / (numbers.length + 1);
      at = Math.min(maxBatch, Math.ceil(likely * 1.5));
      // Yield to the event loop between batches.
      await setImmediate();
    }
    // Many inquiries have some letters of a word: only the newest are compared for a typo.
    return { numbers, next: how === "similar" ? null : placeOf(how, before), how, texts };
  }

  /** One page of the results in a view; `after` is `next` of the page before. */
  async function search(
    view: SearchedView,
    terms: readonly SearchTerm[],
    { range, after }: { range: NumberRange; after: number | undefined },
    max: number,
  ): Promise<SearchPage> {
    const start = readPlace(after ?? placeOf("exact", Math.min(range.before, numbersPerPass - 1)));
    const hasSpellings = terms.some(({ spelling }) => spelling !== null);
    const before = Math.min(range.before, start.before);
    const page = await scan({ view, terms, how: start.how }, { from: range.from, before }, max);
    if (page.next !== null || start.how !== "exact") return page;
    if (page.numbers.length > 0)
      return { ...page, next: hasSpellings ? placeOf("spelling", numbersPerPass - 1) : null };
    const spelled = hasSpellings ? await scan({ view, terms, how: "spelling" }, range, max) : page;
    const isFound = spelled.numbers.length > 0 || spelled.next !== null || after !== undefined;
    return isFound ? spelled : scan({ view, terms, how: "similar" }, range, max);
  }

  return { search };
}
