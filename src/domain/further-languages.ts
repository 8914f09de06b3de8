import { defaultLanguage, type Language, languageCodes } from "./languages.ts";

/** Apart from `languages.ts`, so that visitors do not download what only the team's pages and the server use. */

/** The languages besides the default one. */
export const furtherLanguages = languageCodes.filter((code) => code !== defaultLanguage);

export type FurtherLanguage = (typeof furtherLanguages)[number];

/** Returns the English name of a language, such as `Hindi`, for the team. */
export function englishNameOf(language: Language): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}

/** A value for each of them. */
export function inEach<Value>(make: (language: FurtherLanguage) => Value): Record<FurtherLanguage, Value> {
  const entries = furtherLanguages.map((language) => [language, make(language)]);
  return Object.fromEntries(entries) as Record<FurtherLanguage, Value>;
}
