import { mail } from "#languages/compiled/facts/mail.ts";
import { units } from "#languages/compiled/facts/units.ts";

/** Words of all languages of the site, as alternations for regular expressions. */

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** The longest first; a pattern that matches nothing if there is none. */
const oneOf = (words: string[]) =>
  `(?:${words.toSorted((one, other) => other.length - one.length).join("|") || String.raw`[^\s\S]`})`;
const listed = (spellings: string[]) => spellings.flatMap((each) => each.split("|")).filter((word) => word !== "");

/** The words for these units of time: whole words in Latin letters, or else their beginnings. */
export function unitPattern(names: ReadonlyArray<keyof (typeof units)["en"]>): string {
  const words = listed(Object.values(units).flatMap((language) => names.map((name) => language[name])));
  return oneOf(
    words.map((word) => escaped(word) + (/\p{L}$/u.test(word) && /[a-z]/i.test(word) ? String.raw`\b` : "")),
  );
}

/** The words of mail programs. */
export function mailPattern(name: keyof (typeof mail)["en"]): string {
  return oneOf(listed(Object.values(mail).map((language) => language[name])).map(escaped));
}
