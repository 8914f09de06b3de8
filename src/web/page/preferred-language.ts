import { isLanguage, type Language } from "#domain/languages.ts";

/** The first language that the browser prefers of `codes`; undefined without one. */
export function preferredLanguage(codes: readonly Language[]): Language | undefined {
  const isOffered = (code: string): code is Language => isLanguage(code) && codes.includes(code);
  return navigator.languages.flatMap((tag) => [tag.slice(0, 7), tag.slice(0, 2)]).find(isOffered);
}
