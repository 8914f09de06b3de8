import { language } from "#copy/locale/language.ts";
import type { Language } from "#domain/languages.ts";

/** The name of a language in the language of the page, such as `Hindi` or `हिन्दी`. */
export function languageName(of: Language): string {
  return new Intl.DisplayNames(language, { type: "language" }).of(of) ?? of;
}
