import { type QueryExecutorProvider, sql } from "kysely";
import type { Inquiry } from "#domain/inquiry.ts";

/** What a search looks into. */
export interface SearchedText {
  fields: Inquiry;
  reference: string;
  /** What an impostor report is about. */
  reported: string;
  phoneKey: string | null;
  notes: readonly string[];
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
export async function addToIndex(db: QueryExecutorProvider, number: number, text: SearchedText): Promise<void> {
  await insertGrams(db, number, gramsOf(searchedText(text)));
}

/**
 * Adds to the index what an inquiry's text has got since `before`. Nothing of it is taken out and put back: FTS5 loses the entries
 * of others where that is done in one transaction without positions (`detail = none`) and with `secure-delete`.
 */
export async function extendIndex(
  db: QueryExecutorProvider,
  number: number,
  before: SearchedText,
  text: SearchedText,
): Promise<void> {
  const known = new Set(gramsOf(searchedText(before)));
  const added = gramsOf(searchedText(text)).filter((gram) => !known.has(gram));
  if (added.length > 0) await insertGrams(db, number, added);
}

async function insertGrams(db: QueryExecutorProvider, number: number, grams: readonly string[]): Promise<void> {
  await sql`insert into inquiry_gram (rowid, grams) values (${number}, ${grams.join(" ")})`.execute(db);
}

/** Takes an inquiry out of the index, which needs the text that it was put in with (https://sqlite.org/fts5.html#the_delete_command). */
export async function deleteFromIndex(db: QueryExecutorProvider, number: number, text: SearchedText): Promise<void> {
  const grams = gramsOf(searchedText(text)).join(" ");
  await sql`insert into inquiry_gram (inquiry_gram, rowid, grams) values ('delete', ${number}, ${grams})`.execute(db);
}

/** The index reads the list of each run that it is asked for to the end, so it is asked for no more than these. */
const mostAsked = 3;
/** How many of a run's newest inquiries are looked at to judge how rare it is. */
const sample = 20;

/** What the index is asked for: the rarest of the runs, judged by the newest inquiries that have them. */
export async function matchExpression(db: QueryExecutorProvider, grams: readonly string[]): Promise<string> {
  const asked = grams.length <= mostAsked ? grams : await rarest(db, grams);
  return asked.map(quoted).join(" AND ");
}

async function rarest(db: QueryExecutorProvider, grams: readonly string[]): Promise<string[]> {
  const judged: Array<{ gram: string; reach: number }> = [];
  for (const gram of grams) {
    const found = await findInIndex(db, {
      expression: quoted(gram),
      from: 0,
      before: Number.MAX_SAFE_INTEGER,
      most: sample,
    });
    // How far back that many go; fewer go back for ever.
    judged.push({ gram, reach: found.length < sample ? -found.length : (found.at(-1) ?? 0) });
    if (found.length === 0) break;
  }
  judged.sort((a, b) => a.reach - b.reach);
  return judged.slice(0, mostAsked).map(({ gram }) => gram);
}

const quoted = (gram: string) => `"${gram}"`;

/** Up to `most` inquiries that may have the words, by their numbers below `before` and not below `from`, the newest first. */
export async function findInIndex(
  db: QueryExecutorProvider,
  search: { expression: string; from: number; before: number; most: number },
): Promise<number[]> {
  // Only where a limit is an integer, and JavaScript's numbers are none to SQLite, does the index itself begin there.
  const { rows } = await sql<{ rowid: number }>`
    select rowid from inquiry_gram
    where inquiry_gram match ${search.expression}
      and rowid < cast(${search.before} as integer) and rowid >= cast(${search.from} as integer)
    order by rowid desc limit ${search.most}`.execute(db);
  return rows.map(({ rowid }) => rowid);
}
