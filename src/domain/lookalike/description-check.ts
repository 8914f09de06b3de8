import { foreignPlaces, type IsOurs } from "./named-places.ts";

/** They can show a number in another order than it is read. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const maxNamed = 3;
const longestNamed = 60;

/** Why a public text is not allowed; `names` are the first of the `count` places that are not ours. */
export type DescriptionProblem = { what: "description" | "text" } & (
  | { reason: "hidden marks" }
  | { reason: "names others" | "together names others"; names: string; count: number }
);

/**
 * Why a text is not allowed as a channel's public description, or as another public text;
 * undefined if it is allowed.
 */
export function descriptionProblem(
  text: string,
  isOurs: IsOurs,
  what: "description" | "text" = "description",
): DescriptionProblem | undefined {
  if (directionMarks.test(text)) return { reason: "hidden marks", what };
  const found = foreignPlaces(text, isOurs);
  if (found.length === 0) return undefined;
  return { reason: "names others", what, names: named(found), count: found.length };
}

/**
 * Why texts that visitors read one after the other are not allowed: together they name somebody whom none of them names
 * alone, such as a number that is split over two of them.
 */
export function splitProblem(
  texts: readonly string[],
  isOurs: IsOurs,
  what: "description" | "text" = "text",
): DescriptionProblem | undefined {
  const alone = new Set(texts.flatMap((text) => foreignPlaces(text, isOurs)));
  const found = foreignPlaces(texts.join("\n"), isOurs).filter((name) => !alone.has(name));
  if (found.length === 0) return undefined;
  return { reason: "together names others", what, names: named(found), count: found.length };
}

function named(found: readonly string[]): string {
  return found
    .slice(0, maxNamed)
    .map((name) => (name.length > longestNamed ? `${name.slice(0, longestNamed)}…` : name))
    .join(", ");
}
