import type { Language } from "#domain/languages.ts";
import { type Dictionary, dictionaries } from "./dictionaries.ts";
import { en } from "./en.ts";
import { setLanguage } from "./language.ts";

/**
 * The texts of the current language. Read them when they are shown (`copy.home.title`), never at module level: the
 * server renders all languages. The build for browsers puts the texts of one language in their place
 * (scripts/inline-copy.js).
 */
export let copy: Dictionary = en;

/** Rendering is synchronous, so that no two renders mix. */
export function speak(language: Language): void {
  setLanguage(language);
  copy = dictionaries[language];
}
