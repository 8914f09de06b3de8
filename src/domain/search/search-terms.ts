import { foldSpelling, foldText, hasConsonant } from "./fold.ts";
import { similarTo } from "./similar.ts";

/** How loosely a search compares: as it is written, in other spellings, with one typo or the same sound. */
export const looseness = ["exact", "spelling", "similar"] as const;
export type Looseness = (typeof looseness)[number];

/** One word, or one number, of a search. */
export interface SearchTerm {
  /** Folded. */
  word: string;
  /** A text has the term if it contains all parts of one of these. */
  writings: ReadonlyArray<readonly string[]>;
  /** The folded spelling; null if it differs in no spelling. */
  spelling: string | null;
  /** Returns whether a word of a text, in its folded spelling, is similar; texts have many words in common. */
  isLike: (other: string) => boolean;
}

function termOf(word: string, writings: SearchTerm["writings"], spelling: string | null): SearchTerm {
  const known = new Map<string, boolean>();
  const isSimilar = similarTo(spelling ?? word);
  const isLike = (other: string) => {
    const isKnown = known.get(other) ?? isSimilar(other);
    known.set(other, isKnown);
    return isKnown;
  };
  return { word, writings, spelling, isLike };
}

/** Digits of India's scripts; each zero is six places after the begin of sixteen. */
const indicDigit = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g;

/** The terms of a search. An inquiry matches if its text has each of them, also as part of a word. */
export function searchTerms(search: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  const folded = foldText(search).replaceAll(indicDigit, (digit) => String((digit.charCodeAt(0) % 16) - 6));
  let rest = folded;
  for (const [typed] of folded.matchAll(number)) {
    const writings = numberWritings(typed);
    if (writings === null) continue;
    terms.set(typed, termOf(typed, writings, null));
    rest = rest.replace(typed, " ");
  }
  for (const word of rest.split(/\s+/).filter(Boolean))
    terms.set(
      word,
      termOf(
        word,
        amountWritings(word).map((writing) => [writing]),
        spellingOf(word),
      ),
    );
  return [...terms.values()];
}

/** Returns the folded spelling of a word; null if it has no consonant, since nearly every text has a vowel sign. */
function spellingOf(word: string): string | null {
  const spelling = foldSpelling(word);
  return hasConsonant(spelling) ? spelling : null;
}

/** Digits in groups, as people write telephone numbers and long references; not within a word. */
const number = /(?<![\p{L}\p{M}\p{N}.,_@#/])\+?\(?\d[\d\s().-]*\d(?![\p{L}\p{M}\p{N},_@/])/gu;
/** Fewer digits are no part of a telephone number that has to be found in another form. */
const leastDigits = 5;
/** Prefix of an Indian number. */
const prefix = /^(?:\+?0{0,2}91|0)(?=[6-9]\d{9}$)/;
/** Prefix of a part of an Indian number; without the plus sign, 91 can be the number itself. */
const prefixOfPart = /^(?:\+91|0091|0)(?=\d{5,9}$)/;
/** Groupings of the ten digits. */
const groupings = [
  [5, 10],
  [4, 7, 10],
  [3, 6, 10],
];

/** The forms of a typed number, each as its parts; null if it has one form. */
function numberWritings(typed: string): string[][] | null {
  const digits = typed.replaceAll(/[\s().-]/g, "");
  if (digits.length < leastDigits) return null;
  const national = digits.replace(prefix, "").replace(prefixOfPart, "");
  const grouped = /^[6-9]\d{9}$/.test(national)
    ? groupings.map((ends) => ends.map((end, index) => national.slice(ends[index - 1] ?? 0, end)))
    : [];
  const isPlain = /^\d[\d\s]*$/.test(typed) && !typed.startsWith("0");
  // Two amounts side by side are words of their own.
  if (grouped.length === 0 && isPlain && (digits.length < 11 || digits === typed)) return null;
  return [typed.split(/\s+/), [digits], [national], ...grouped];
}

/** A number within a word: four or more digits, or comma groups such as 1,000,000 or 10,00,000. */
const amount = /^([^\d]*)(\d{4,9}|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})([^\d,]*|\.\d+)$/;

/** The forms of a word: as it is and, for an amount, without groups and with both kinds of groups. */
function amountWritings(word: string): string[] {
  const [, before = "", typed, after = ""] = amount.exec(word) ?? [];
  if (typed === undefined) return [word];
  const digits = typed.replaceAll(",", "");
  const western = digits.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const indian = digits.replaceAll(/\B(?=(\d{2})*\d{3}$)/g, ",");
  return [...new Set([word, ...[digits, western, indian].map((written) => before + written + after)])];
}

/** A text to compare with; what looser comparisons need is made when they ask for it. */
export interface ComparedText {
  folded: string;
  spelling: () => string;
  words: () => readonly string[];
}

export function comparedText(folded: string): ComparedText {
  let spelling: string | undefined;
  let words: readonly string[] | undefined;
  const spelled = () => (spelling ??= foldSpelling(folded));
  return { folded, spelling: spelled, words: () => (words ??= spelled().match(/[\p{L}\p{M}]+/gu) ?? []) };
}

/** Whether a text has all terms, compared as loosely as `pass`; by default also if it has them more exactly. */
export function hasTerms(text: ComparedText, terms: readonly SearchTerm[], pass: Looseness): boolean {
  return terms.every((term) => hasTerm(text, term, pass));
}

export function hasTerm(text: ComparedText, term: SearchTerm, pass: Looseness): boolean {
  if (term.writings.some((parts) => parts.every((part) => text.folded.includes(part)))) return true;
  if (pass === "exact") return false;
  if (term.spelling !== null && text.spelling().includes(term.spelling)) return true;
  if (pass === "spelling") return false;
  return text.words().some(term.isLike);
}
