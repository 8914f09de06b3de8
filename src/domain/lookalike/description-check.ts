import type { Language } from "../languages.ts";
import { foreignPlaces, type IsOurs } from "./named-places.ts";
import { normalText } from "./normal-text.ts";

/** Marks of direction, which can show a number in another order than it is read. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const maxNamed = 3;
const maxNameLength = 60;

/** Reason for which a public text is not allowed; `names` are the first of the `count` places that are not ours. */
export type DescriptionProblem = { what: "description" | "text" } & (
  | { reason: "hidden marks" }
  | { reason: "names others" | "together names others"; names: string; count: number }
);

/**
 * Returns why a text is not allowed as a channel's public description, or as another public text; undefined if it is.
 */
export function descriptionProblem(
  text: string,
  isOurs: IsOurs,
  what: "description" | "text" = "description",
): DescriptionProblem | undefined {
  if (directionMarks.test(text)) return { reason: "hidden marks", what };
  const found = foreignPlaces(text, isOurs);
  if (found.length === 0) return undefined;
  return { reason: "names others", what, names: shortened(found), count: found.length };
}

/**
 * Returns why texts that visitors read one after the other are not allowed: together they name somebody whom none of
 * them names alone, such as a number that is split over two of them.
 */
export function splitProblem(texts: readonly string[], isOurs: IsOurs): DescriptionProblem | undefined {
  const alone = new Set(texts.flatMap((text) => foreignPlaces(text, isOurs)));
  const found = foreignPlaces(texts.join("\n"), isOurs).filter((name) => !alone.has(name));
  if (found.length === 0) return undefined;
  return { reason: "together names others", what: "text", names: shortened(found), count: found.length };
}

/** A text on a page; `language` is the one it is written in, null if it is ours and not an owner's. */
export interface PageText {
  text: string;
  language: Language | null;
}

/** A place that texts name only together; `taken` are the texts with its parts. */
export interface Split<Text> {
  name: string;
  taken: Text[];
  problem: DescriptionProblem;
}

/** Number of texts in a row that are read together: a number over more of them has too few digits in each. */
const windowLength = 4;
const indic = /[\u0900-\u0dff]/;

/** Returns what the texts of pages, in their order, name together and not alone; each name once. */
export function splitsIn<One extends PageText>(
  pages: Iterable<readonly One[]>,
  isOurs: IsOurs,
  what: "description" | "text",
): Split<One>[] {
  const named = new Map<string, string[]>();
  const namedIn = (text: string) => {
    const known = named.get(text) ?? foreignPlaces(text, isOurs);
    named.set(text, known);
    return known;
  };
  const together = (texts: readonly One[]) => {
    const alone = new Set(texts.flatMap(({ text }) => namedIn(text)));
    // Our own figures, such as 10K+, are part of nobody's number.
    const read = texts.map(({ text, language }) => (language === null ? text.replace(/\p{N}\S*/gu, " ") : text));
    return namedIn(read.join("\n")).filter((name) => !alone.has(name));
  };
  const namesOf = (window: readonly One[]) => {
    const languages = new Set(window.flatMap(({ language }) => language ?? []));
    const isMixed = window.some(({ text }) => indic.test(text));
    // Beside Indic words, each Latin one may pass for a name: one that is not cut itself counts within its language.
    const isOrdinary = (name: string) =>
      isMixed && /^\p{L}+$/u.test(name) && window.some(({ text }) => normalText(text).includes(name));
    return new Set([
      ...together(window).filter((name) => !isOrdinary(name)),
      ...[...languages].flatMap((language) => together(window.filter((one) => one.language === language))),
    ]);
  };
  const seen = new Set<string>();
  const splits = new Map<string, Split<One>>();
  for (const page of pages) {
    for (let from = 0; from === 0 || from + windowLength <= page.length; from += 1) {
      const window = page.slice(from, from + windowLength);
      const key = window.map(({ text, language }) => `${language} ${text}`).join("\n");
      if (seen.has(key) || window.filter(({ language }) => language !== null).length < 2) continue;
      seen.add(key);
      for (const name of namesOf(window)) {
        const taken = window.filter((one) => !namesOf(window.filter((other) => other !== one)).has(name));
        const problem = { reason: "together names others", what, names: shortened([name]), count: 1 } as const;
        if (!splits.has(name)) splits.set(name, { name, taken, problem });
      }
    }
  }
  return [...splits.values()];
}

function shortened(found: readonly string[]): string {
  return found
    .slice(0, maxNamed)
    .map((name) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name))
    .join(", ");
}
