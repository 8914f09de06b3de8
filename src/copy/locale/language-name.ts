import { type Language, languages } from "#domain/languages.ts";
import { language } from "./language.ts";

/** The name of a language in the current one, such as `Hindi` or `हिन्दी`. */
export function languageName(named: Language): string {
  // Engines call Hinglish `Hindi (Latin)`.
  if (named.includes("-Latn")) return languages[named].name;
  return new Intl.DisplayNames(language, { type: "language" }).of(named) ?? named;
}
