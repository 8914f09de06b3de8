import { language } from "#copy/locale/language.ts";
import { type Language, languages } from "#domain/languages.ts";

/** The name of a language in the language of the page, such as `Hindi` or `हिन्दी`. */
export function languageName(of: Language): string {
  // Engines call Hinglish `Hindi (Latin)`.
  if (of.includes("-Latn")) return languages[of].name;
  return new Intl.DisplayNames(language, { type: "language" }).of(of) ?? of;
}
