import { largest } from "#domain/lists.ts";
import { spokenWords } from "#languages/compiled/facts/spoken.ts";
import type { SpokenWords } from "#languages/spoken-words.ts";
import { inLatin } from "./confusables.ts";

const all: SpokenWords[] = Object.values(spokenWords);
const spellings = (entry: string) => entry.split("|").filter((word) => word !== "" && word !== "-");
const words = (list: string) => list.split(" ").flatMap(spellings);

/** Meaning of a word about a number. */
export type NumberWord =
  | { kind: "value"; value: number }
  | { kind: "scale"; value: number }
  | { kind: "repeat"; times: number };

/** The blocks of the scripts whose writers leave out or exchange these signs: Devanagari, Bengali, Gujarati. */
const blocks = [0x900, 0x980, 0xa80];
const signAt = (block: number, place: number) => String.fromCharCode(block + place);
const leftOut = new RegExp(
  `[\u0300-\u036f\u200c\u200d${blocks.flatMap((block) => [0x01, 0x02, 0x3c].map((place) => signAt(block, place))).join("")}]`,
  "gu",
);
/** The short vowel of each long i and u. */
const shortOf = new Map(
  blocks.flatMap((block) =>
    [0x08, 0x0a, 0x40, 0x42].map((place) => [signAt(block, place), signAt(block, place - 1)] as const),
  ),
);
const longVowels = new RegExp(`[${[...shortOf.keys()].join("")}]`, "gu");

/** One form for the spellings of a word: lower case, without accents, nuktas, nasal signs and lengths of i and u. */
export function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFKD")
    .replace(leftOut, "")
    .replace(longVowels, (vowel) => shortOf.get(vowel) ?? vowel);
}

function numberWordsOf({ numbers, transcribed = "", tens = "", scales, repeats }: SpokenWords) {
  const listed = (list: string, from: number, step: number) =>
    list
      .split(" ")
      .flatMap((entry, at) =>
        spellings(entry).map((word): [string, NumberWord] => [word, { kind: "value", value: from + at * step }]),
      );
  const scaled = Object.entries(scales).flatMap(([value, entry]) =>
    spellings(entry).map((word): [string, NumberWord] => [word, { kind: "scale", value: Number(value) }]),
  );
  const repeated = Object.entries(repeats).flatMap(([times, entry]) =>
    spellings(entry).map((word): [string, NumberWord] => [word, { kind: "repeat", times: Number(times) }]),
  );
  return [...listed(numbers, 0, 1), ...listed(transcribed, 0, 1), ...listed(tens, 20, 10), ...scaled, ...repeated];
}

/** If two languages have the same word, the first one's meaning counts. */
const numberWords = new Map(
  all
    .flatMap(numberWordsOf)
    .map(([word, meaning]) => [folded(word), meaning] as const)
    .toReversed(),
);

/** Spelled as `niiine`. */
const stretched = (word: string) => word.replace(/(.)\1+/gu, "$1");
const stretchedWords = new Map([...numberWords].map(([word, meaning]) => [stretched(word), meaning]));

const digitsAsLetters = new Map(Object.entries({ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", $: "s" }));

/** The number, or the part of one, that a word says; undefined for any other word. */
export function numberWord(word: string): NumberWord | undefined {
  const found = numberWords.get(folded(word));
  if (found !== undefined || word.length > 40) return found;
  const latin = /[^\x20-\x7e\u0900-\u0dff]/u.test(word) ? folded(inLatin(word)) : folded(word);
  return (
    numberWords.get(latin) ??
    (/(.)\1\1/u.test(latin) ? stretchedWords.get(stretched(latin)) : undefined) ??
    (/\d/.test(latin)
      ? numberWords.get(latin.replace(/[013457$]/g, (digit) => digitsAsLetters.get(digit) ?? ""))
      : undefined)
  );
}

const digitWords = [...numberWords].filter(([, meaning]) => meaning.kind === "value" && meaning.value < 10);
const longestDigitWord = largest(digitWords.map(([word]) => word.length));
const digitOfWord = new Map(digitWords.map(([word, { ...meaning }]) => [word, "value" in meaning ? meaning.value : 0]));

/**
 * The digits of words written without spaces, such as `ninezerozero`; undefined if a part is no digit. The word of one
 * language may begin with that of another, so it goes on wherever the rest can be split: `दोनौ` is no `दोन`.
 */
export function gluedDigits(word: string): string | undefined {
  const text = folded(word);
  /** The longest digit word at each place from which all of the rest is digits, from the end on. */
  const found = new Map<number, string>([[text.length, ""]]);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    for (let end = Math.min(text.length, at + longestDigitWord); end > at && !found.has(at); end -= 1) {
      if (!found.has(end)) continue;
      const part = text.slice(at, end);
      if (digitOfWord.has(part) && !/^[a-z]$/.test(part)) found.set(at, part);
    }
  }
  let digits = "";
  for (let at = 0; at < text.length;) {
    const part = found.get(at);
    if (part === undefined) return undefined;
    digits += digitOfWord.get(part);
    at += part.length;
  }
  return digits.length > 2 ? digits : undefined;
}

const setOf = (list: (language: SpokenWords) => string) => new Set(all.flatMap(list).flatMap(words).map(folded));

/** "times" of "two times nine". */
export const timesWords = setOf(({ times = "" }) => times);
export const joiners = setOf(({ joiners: list }) => list);
export const networks = setOf((language) => language.networks);
export const onWords = setOf(({ on }) => on);
export const notNames = setOf((language) => language.notNames);

/** An alternation of words for a regular expression, longest first. */
const oneOf = (list: string[]) => list.toSorted((one, other) => other.length - one.length).join("|");
const patternOf = (list: (language: SpokenWords) => string) => oneOf([...new Set(all.map(list).flatMap(words))]);

export const patterns = {
  dot: patternOf(({ dot }) => dot),
  beforeDot: patternOf(({ beforeDot = "" }) => beforeDot),
  afterDot: patternOf(({ afterDot = "" }) => afterDot),
  point: patternOf(({ point }) => point),
  com: patternOf(({ com }) => com),
  comWords: patternOf(({ comWords = "" }) => comWords),
  slash: patternOf(({ slash = "" }) => slash),
  at: oneOf(all.flatMap(({ at }) => spellings(at))),
  banks: patternOf(({ banks = "" }) => banks),
  call: patternOf(({ call }) => call),
  clock: patternOf(({ clock }) => clock),
  pin: patternOf(({ pin }) => pin),
  scale: oneOf(all.flatMap(({ scales }) => Object.values(scales).flatMap(spellings))),
  on: patternOf(({ on }) => on),
  to: patternOf(({ to = "" }) => to),
  upi: patternOf(({ upi = "" }) => upi),
  rupees: patternOf(({ rupees = "" }) => rupees),
  number: patternOf(({ number = "" }) => number),
};

/** "to" behind a name. */
export const behindName = setOf(({ to = "" }) => to);

const glued = new RegExp(`(?<=[a-z\\d_])-?(?![a-z])(?:${patterns.on}|${patterns.to})$`, "iu");

/** A name in Latin letters without the word of an Indian language that is written against it: `@nameमें`. */
export const withoutEnding = (written: string) => written.replace(glued, "");
