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

/** The locale of that language, for `Intl`. */
export function locale(): string {
  return localeOf(tag());
}
