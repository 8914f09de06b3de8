import { consonants, foldSound, nuktas, soundWritings, viramas, vowelSigns, vowelsLike } from "#domain/search/fold.ts";
import type { Looseness, SearchTerm } from "#domain/search/search-terms.ts";
import { hasSound, mayHaveTypo, mayLackVowel } from "#domain/search/similar.ts";
import type { GramCondition } from "./engine.ts";
import { tokensOf } from "./search-text.ts";

/**
 * A condition that every inquiry with the terms fulfils, compared as loosely as `looseness`; so may others. Null if the
 * index cannot tell.
 */
export function gramsOfTerms(terms: readonly SearchTerm[], looseness: Looseness): GramCondition | null {
  return all(terms.map((term) => gramsOfTerm(term, looseness)));
}

function gramsOfTerm({ writings, spelling, word }: SearchTerm, looseness: Looseness): GramCondition | null {
  const options = writings.map((parts) => all(parts.map(exactly)));
  if (looseness !== "exact" && spelling !== null)
    options.push(all(unitsOf(spelling).map(({ condition }) => condition)));
  if (looseness === "similar") options.push(any(spelling === null ? latinLike(word) : indicLike(spelling)));
  return any(options);
}

type Optional = GramCondition | null;

/** Conditions within conditions of the same kind are taken out of them, so that the rarest of all n-grams counts. */
function all(conditions: readonly Optional[]): Optional {
  const parts = conditions
    .filter((each) => each !== null)
    .flatMap((each) => (typeof each !== "string" && "all" in each ? each.all : [each]));
  return parts.length > 1 ? { all: [...new Set(parts)] } : (parts[0] ?? null);
}

function any(conditions: readonly Optional[]): Optional {
  const parts = conditions
    .filter((each) => each !== null)
    .flatMap((each) => (typeof each !== "string" && "any" in each ? each.any : [each]));
  return parts.length > 1 ? { any: [...new Set(parts)] } : (parts[0] ?? null);
}

/** All n-grams of a text within a word: any of them may be the rare one that a similar word lacks. */
function exactly(text: string): Optional {
  const letters = tokensOf(text);
  if (letters.length === 0) return null;
  const starts = Array.from({ length: Math.max(1, letters.length - 2) }, (_, start) => start);
  return all(starts.map((start) => letters.slice(start, start + 3).join("")));
}

/** A consonant of a folded spelling with the sign after it; the text has it in one of few forms. */
interface Unit {
  start: number;
  end: number;
  condition: Optional;
}

function unitsOf(spelling: string): Unit[] {
  const units: Unit[] = [];
  for (let start = 0; start < spelling.length; start += 1) {
    const [letter = "", sign = ""] = spelling.slice(start);
    if (!consonants.includes(letter)) continue;
    const signs = viramas.includes(sign) ? [sign] : vowelSigns.includes(sign) ? vowelsLike(sign) : [];
    const isAlone = sign === "" || signs.length === 0;
    const forms = [letter, ...nuktaOf(letter).map((nukta) => (letter + nukta).normalize("NFKC"))];
    const written = isAlone
      ? forms.map((form) => form[0] ?? form)
      : forms.flatMap((form) => signs.map((each) => form + each));
    units.push({ start, end: start + (isAlone ? 1 : 2), condition: any([...new Set(written)]) });
  }
  return units;
}

/** The nukta of a letter's script. */
const nuktaOf = (letter: string) =>
  Array.from(nuktas).filter((nukta) => nukta.charCodeAt(0) >> 7 === letter.charCodeAt(0) >> 7);

/** An edit of an Indian word changes the units that it touches. */
function indicLike(spelling: string): Optional[] {
  const units = unitsOf(spelling);
  if (mayHaveTypo(spelling))
    return Array.from(spelling, (_letter, at) =>
      all(units.filter(({ start, end }) => end < at || start > at).map(({ condition }) => condition)),
    );
  return mayLackVowel(spelling) ? [all(units.map(({ start }) => spelling[start] ?? null))] : [];
}

/** An edit of a word in Latin letters leaves what stands before and after it; two swapped letters are another word. */
function latinLike(word: string): Optional[] {
  const like: Optional[] = hasSound(word) ? [soundsLike(word)] : [];
  if (!mayHaveTypo(word)) return like;
  for (let at = 0; at < word.length; at += 1) {
    like.push(all([exactly(word.slice(0, at)), exactly(word.slice(at + 1))]));
    const [a = "", b = ""] = word.slice(at);
    if (b !== "" && a !== b) like.push(exactly(word.slice(0, at) + b + a + word.slice(at + 2)));
  }
  return like;
}

/** Each letter of the sound with the letters beside it, which tell far more than two letters. */
function soundsLike(word: string): Optional {
  const letters = Array.from(foldSound(word), soundWritings);
  if (letters.length === 2) return any(joined(letters[0]?.ends, letters[1]?.starts));
  return all(
    letters.slice(1, -1).map(({ alone, pairs }, index) => {
      const [before, after] = [letters[index]?.ends, letters[index + 2]?.starts];
      return any([...joined(joined(before, alone), after), ...joined(before, pairs)]);
    }),
  );
}

const joined = (before: readonly string[] = [], after: readonly string[] = []) =>
  before.flatMap((start) => after.map((end) => start + end));
