import { defaultLanguage, type Language, teamLanguageOf } from "#domain/languages.ts";
import { type Dictionary, dictionaries } from "./dictionaries.ts";
import { en } from "#languages/compiled/en.ts";
import { setLanguage } from "./locale/language.ts";
import { type TeamDictionary, teamDictionaries } from "./team/dictionaries.ts";

/**
 * The texts of the current language. Read them when they are shown (`copy.home.title`), never at module level: the
 * server renders all languages. The build for browsers puts the texts of one language in their place
 * (scripts/inline-copy.js).
 */
export let copy: Dictionary = en;

/** The texts of the admin area, likewise: `teamCopy.inbox.title`. */
export let teamCopy: TeamDictionary = teamDictionaries.en;

/** Runs what reads texts in a language. It is synchronous, so that no two languages mix. */
export function inLanguage<Made>(language: Language, make: () => Made): Made {
  speak(language);
  try {
    return make();
  } finally {
    speak(defaultLanguage);
  }
}

function speak(language: Language): void {
  setLanguage(language);
  copy = dictionaries[language];
  teamCopy = teamDictionaries[teamLanguageOf(language)];
}
