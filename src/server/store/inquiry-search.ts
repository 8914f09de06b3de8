import type { QueryExecutorProvider } from "kysely";
import type { Inquiry } from "#domain/inquiry.ts";
import type { SearchIndex } from "./engine.ts";

/** What a search looks into. */
export interface SearchedText {
  fields: Inquiry;
  reference: string;
  /** What an impostor report is about. */
  reported: string;
  phoneKey: string | null;
  notes: readonly string[];
}

/** The same of a row and its notes. */
export function searchedFrom(
  row: Inquiry & { reference: string; reported: string; phone_key: string | null },
  notes: readonly string[],
): SearchedText {
  const { name, phone, email, city, query, reference, reported, phone_key: phoneKey } = row;
  return { fields: { name, phone, email, city, query }, reference, reported, phoneKey, notes };
}

/** What is compared: compatible ways to write a letter are one (NFKC), as are upper and lower case. Nothing is taken away. */
export function foldText(text: string): string {
  return text.toWellFormed().normalize("NFKC").toLowerCase();
}

/** The text of an inquiry, folded; the reference also without its dash, the number also as it is dialled. */
export function searchedText({ fields, reference, reported, phoneKey, notes }: SearchedText): string {
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
    ...notes,
  ];
  return foldText(parts.join("\n"));
}

/** The words of a search, folded: an inquiry is found where its text has each of them, as a word or within one. */
export function searchWords(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/))].filter((word) => word !== "");
}

/** The index takes letters and digits of ASCII for words, and all that is no ASCII; the rest stands there under another name. */
const tokens = new Map<string, string>();
for (let code = 0; code < 128; code += 1) {
  const letter = String.fromCharCode(code);
  tokens.set(letter, /[a-z0-9]/.test(letter) ? letter : String.fromCharCode(0xe000 + code));
}

/** Every run of one, two or three letters (code points) in the words of a folded text, once each. */
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

/** Runs that cover each word, every other one being enough. Every inquiry that has the words has them; so may others. */
export function askedGrams(words: readonly string[]): string[] {
  const asked = new Set<string>();
  for (const word of words) {
    const letters = Array.from(word, (letter) => tokens.get(letter) ?? letter);
    const last = Math.max(0, letters.length - 3);
    for (let start = 0; start < last; start += 2) asked.add(letters.slice(start, start + 3).join(""));
    asked.add(letters.slice(last).join(""));
  }
  return [...asked];
}

/** Puts an inquiry into the index; it must not be in there. */
export function addToIndex(
  index: SearchIndex,
  db: QueryExecutorProvider,
  number: number,
  text: SearchedText,
): Promise<void> {
  return index.add(db, number, gramsOf(searchedText(text)));
}

/** Adds to the index what an inquiry's text has got since `before`. */
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

/** Takes an inquiry out of the index, where it was put with this text. */
export function deleteFromIndex(
  index: SearchIndex,
  db: QueryExecutorProvider,
  number: number,
  text: SearchedText,
): Promise<void> {
  return index.remove(db, number, gramsOf(searchedText(text)));
}
