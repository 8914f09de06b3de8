import { language } from "#copy/language.ts";

/** The language of a text that somebody wrote, if it is not the page's: its script needs other fonts and voices. */
export function langOf(text: string): "en" | "hi" | undefined {
  const code = /[\u0900-\u097f]/.test(text) ? "hi" : "en";
  return code === language ? undefined : code;
}
