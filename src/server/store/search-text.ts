import type { QueryExecutorProvider } from "kysely";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { foldText } from "#domain/search/fold.ts";
import type { SearchIndex } from "./engine.ts";

/** The searchable parts of an inquiry. */
export interface SearchedText {
  fields: Inquiry;
  reference: string;
  /** Subject of an impostor report. */
  reported: string;
  phoneKey: string | null;
  /** Texts of its notes and its conversation. */
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

/** The texts that an excerpt can be from, the message first. */
export function excerptSources({ fields, reference, reported, phoneKey, texts }: SearchedText): string[] {
  const { name, phone, email, city, query } = fields;
  return [query, ...texts, name, phone, phoneKey ?? "", email, city, reported, reference];
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

/** The letters of a folded text as the index has them. */
export const tokensOf = (text: string): string[] => Array.from(text, (letter) => tokens.get(letter) ?? letter);

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
