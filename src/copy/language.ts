import { defaultLanguage, type Language, languages } from "#domain/languages.ts";

/** The language that is spoken: in browsers a constant, on the server set before each page is rendered. */
export let language: Language = defaultLanguage;

export function setLanguage(next: Language): void {
  language = next;
}

/** The tag of that language, for `lang` and `Intl`. */
export function tag(): string {
  return languages[language].tag;
}
