import { block as blocks } from "#languages/compiled/facts/block.ts";
import { defaultLanguage, type Language, languages, localeOf } from "#domain/languages.ts";

/** The language that is spoken: in browsers a constant, on the server set before each page is rendered. */
export let language: Language = defaultLanguage;

export function setLanguage(next: Language): void {
  language = next;
}

/** The tag of that language, for `lang`. */
export function tag(): string {
  return languages[language].tag;
}

/** The place of its script among those of India, -1 for Latin letters. */
export function block(): number {
  return blocks[language];
}

/** The language of the legal pages that it leads to besides the English ones; undefined if it has its own. */
export function legalLanguage(): Language | undefined {
  return languages[language].legal;
}

/** The locale of that language, for `Intl`. */
export function locale(): string {
  return localeOf(tag());
}
