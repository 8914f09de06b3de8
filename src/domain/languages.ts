import { type Language, languages } from "#languages/compiled/facts/languages.ts";

/** Facts about each language that pages need; its texts and other facts are in `src/languages/`. */
export { type Language, languages };

export const defaultLanguage = "en" satisfies Language;

// `Object.keys` widens the keys.
export const languageCodes = /* @__PURE__ */ Object.keys(languages) as [Language, ...Language[]];

/** The languages of the admin area. */
export const teamLanguages = [defaultLanguage, "hi"] as const satisfies Language[];

export type TeamLanguage = (typeof teamLanguages)[number];

export function isTeamLanguage(language: Language): language is TeamLanguage {
  return (teamLanguages as readonly Language[]).includes(language);
}

/** The language itself if the admin area has it, or else the default one. */
export function teamLanguageOf(language: Language): TeamLanguage {
  return isTeamLanguage(language) ? language : defaultLanguage;
}

export function isLanguage(text: string): text is Language {
  return (languageCodes as readonly string[]).includes(text);
}

/**
 * The locale of `Intl` for a BCP 47 tag, with Latin digits: Bengali and Marathi have their own by default, which the
 * numbers in our texts and channels are not written in. A language of India in Latin letters has English dates, as
 * people say them; engines that do not know it (ICU before 70) would write those of its own script.
 */
export function localeOf(tag: string): string {
  return `${tag.replace(/^\w+-Latn/, "en")}-u-nu-latn`;
}

/** The language of this code; null if it is none of ours. */
export function knownLanguage(code: unknown): Language | null {
  return typeof code === "string" && isLanguage(code) ? code : null;
}

/** `knownLanguage`, or else the default one. */
export function languageOf(code: unknown): Language {
  return knownLanguage(code) ?? defaultLanguage;
}
