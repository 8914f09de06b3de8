import { foreignPlaces, type IsOurs } from "./named-places.ts";

/** They can show a number in another order than it is read. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const maxNamed = 3;
const longestNamed = 60;

/**
 * Why a text is not allowed as a channel's public description, or as another public text, as a sentence for its author;
 * undefined if it is allowed.
 */
export function descriptionProblem(
  text: string,
  isOurs: IsOurs,
  what: "description" | "text" = "description",
): string | undefined {
  if (directionMarks.test(text))
    return `This ${what} holds hidden marks that turn the direction of writing. Type it by hand.`;
  const found = foreignPlaces(text, isOurs);
  if (found.length === 0) return undefined;
  const is = found.length === 1 ? "is not one" : "are none";
  return `This ${what} names ${named(found)}, which ${is} of your active channels. Edit or remove it.`;
}

/**
 * Why texts that visitors read one after the other are not allowed: together they name somebody whom none of them names
 * alone, such as a number that is split over two of them.
 */
export function splitProblem(
  texts: readonly string[],
  isOurs: IsOurs,
  what: "description" | "text" = "text",
): string | undefined {
  const alone = new Set(texts.flatMap((text) => foreignPlaces(text, isOurs)));
  const found = foreignPlaces(texts.join("\n"), isOurs).filter((name) => !alone.has(name));
  if (found.length === 0) return undefined;
  const is = found.length === 1 ? "is not one" : "are none";
  return `This ${what} and those beside it name ${named(found)}, which ${is} of your active channels. Edit one of them.`;
}

function named(found: readonly string[]): string {
  return found
    .slice(0, maxNamed)
    .map((name) => (name.length > longestNamed ? `${name.slice(0, longestNamed)}…` : name))
    .join(", ");
}
