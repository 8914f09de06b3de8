import type { QueryExecutorProvider } from "kysely";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import type { SearchIndex } from "./engine.ts";

/** The searchable parts of an inquiry. */
export interface SearchedText {
  fields: Inquiry;
  reference: string;
  /** What an impostor report is about. */
  reported: string;
  phoneKey: string | null;
  /** Of its notes and its conversation. */
  texts: readonly string[];
}

/** The searchable parts of a row, and of its notes and its conversation. */
export function searchedFrom(
  row: Inquiry & { reference: string; reported: string; phone_key: string | null },
  texts: readonly string[],
): SearchedText {
  const { name, phone, email, city, query, reference, reported, phone_key: phoneKey } = row;
  return { fields: { name, phone, email, city, query }, reference, reported, phoneKey, texts };
}

/** Normalizes text for comparison: NFKC and lower case. Removes nothing. */
function foldText(text: string): string {
  return text.toWellFormed().normalize("NFKC").toLowerCase();
}

/** The folded text of an inquiry; the reference also without its dash, the phone number also in E.164. */
export function searchedText({ fields, reference, reported, phoneKey, texts }: SearchedText): string {
  const { name, phone, email, city, query } = fields;
  const parts = [
    reference,
    reference.replace("-", ""),
    phoneKey ?? "",
    name,
    phone,
    email,
    city,
    query,
    reported,
    ...texts,
  ];
  return foldText(parts.join("\n"));
}

/** Spellings of one search word; a text matches if it contains any of them. */
export type SearchWord = readonly string[];

/** The folded words of a search. An inquiry matches if its text contains each of them, also as part of a word. */
export function searchWords(search: string): SearchWord[] {
  return [...new Set(foldText(search).split(/\s+/))].filter((word) => word !== "").map(writingsOf);
}

/** Whether a folded text contains a word. */
export const hasWord = (text: string, word: SearchWord): boolean => word.some((writing) => text.includes(writing));

/** A number within a word: four or more digits, or comma groups such as 1,000,000 or 10,00,000. */
const amount = /^([^\d]*)(\d{4,9}|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})([^\d,]*|\.\d+)$/;

/** The spellings of a word: as it is and, for an amount, without groups and with both kinds of groups. */
function writingsOf(word: string): SearchWord {
  const [, before = "", number, after = ""] = amount.exec(word) ?? [];
  if (number === undefined) return [word];
  const digits = number.replaceAll(",", "");
  const western = digits.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const indian = digits.replaceAll(/\B(?=(\d{2})*\d{3}$)/g, ",");
  return [...new Set([word, ...[digits, western, indian].map((written) => before + written + after)])];
}

/**
 * The index takes only ASCII letters, ASCII digits and non-ASCII characters as parts of words; other characters are
 * mapped to private ones.
 */
const tokens = new Map<string, string>();
for (let code = 0; code < 128; code += 1) {
  const letter = String.fromCharCode(code);
  tokens.set(letter, /[a-z0-9]/.test(letter) ? letter : String.fromCharCode(0xe000 + code));
}

/** All n-grams of one, two or three code points in the words of a folded text, without duplicates. */
export function gramsOf(folded: string): string[] {
  const grams = new Set<string>();
  for (const word of folded.split(/\s+/)) {
    let before = "";
    let beforeThat = "";
    for (const letter of word) {
      const token = tokens.get(letter) ?? letter;
      grams.add(token);
      if (before !== "") grams.add(before + token);
      if (beforeThat !== "") grams.add(beforeThat + before + token);
      beforeThat = before;
      before = token;
    }
  }
  return [...grams];
}

/**
 * The n-grams to look up, as alternative sets: every inquiry with the words has all n-grams of at least one set; so may
 * others. Only the first word with several spellings is expanded; other such words are left to the comparison.
 */
export function askedGrams(words: readonly SearchWord[]): string[][] {
  const sure = words.flatMap((writings) => (writings.length === 1 ? writings : []));
  const several = words.find((writings) => writings.length > 1);
  const base = sure.flatMap(gramsCovering);
  return (several ?? [""]).map((writing) => [...new Set([...base, ...gramsCovering(writing)])]);
}

/** N-grams that cover a word; every second one is enough. */
function gramsCovering(word: string): string[] {
  if (word === "") return [];
  const letters = Array.from(word, (letter) => tokens.get(letter) ?? letter);
  const last = Math.max(0, letters.length - 3);
  const asked: string[] = [];
  for (let start = 0; start < last; start += 2) asked.push(letters.slice(start, start + 3).join(""));
  return [...asked, letters.slice(last).join("")];
}

/** Adds an inquiry to the index; it must not be in there yet. */
export function addToIndex(
  index: SearchIndex,
  db: QueryExecutorProvider,
  number: number,
  text: SearchedText,
): Promise<void> {
  return index.add(db, number, gramsOf(searchedText(text)));
}

/** Adds the n-grams that an inquiry's text has gained since `before`. */
export async function extendIndex(
  index: SearchIndex,
  db: QueryExecutorProvider,
  number: number,
  { before, text }: { before: SearchedText; text: SearchedText },
): Promise<void> {
  const known = new Set(gramsOf(searchedText(before)));
  const added = gramsOf(searchedText(text)).filter((gram) => !known.has(gram));
  if (added.length > 0) await index.add(db, number, added);
}

/** Removes an inquiry from the index; `text` must be its indexed text. */
export function deleteFromIndex(
  index: SearchIndex,
  db: QueryExecutorProvider,
  number: number,
  text: SearchedText,
): Promise<void> {
  return index.remove(db, number, gramsOf(searchedText(text)));
}
