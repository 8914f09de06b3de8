import { teamCopy } from "#copy/current.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { languageName } from "#copy/locale/language-name.ts";

/** Returns a language such as `Hindi`, for an inquiry that is not in English; null for the others. */
export function languageNote(language: Language | null): string | null {
  return language === null || language === defaultLanguage ? null : languageName(language);
}

/** Returns which text of a saved reply was inserted; `language` is one of `languageNote`. */
export function insertedText(isVariant: boolean, language: string): string {
  return isVariant ? teamCopy.inbox.inserted.variant(language) : teamCopy.inbox.inserted.main(language);
}
