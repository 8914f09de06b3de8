import { language } from "#copy/locale/language.ts";
import type { Language } from "#domain/languages.ts";

/** The language of a text that somebody wrote, if it is not the page's: its script needs other fonts and voices. */
export function langOf(text: string): Language | undefined {
  const code = codeOf(text);
  return code === language ? undefined : code;
}

function codeOf(text: string): Language {
  // Marathi has the letters of Hindi.
  if (/[\u0900-\u097f]/.test(text)) return language === "mr" ? "mr" : "hi";
  if (/[\u0980-\u09ff]/.test(text)) return "bn";
  if (/[\u0c00-\u0c7f]/.test(text)) return "te";
  return /[\u0b80-\u0bff]/.test(text) ? "ta" : "en";
}
