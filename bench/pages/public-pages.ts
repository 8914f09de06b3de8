import { pathIn } from "#contract/paths.ts";
import { type Language, languageCodes } from "#domain/languages.ts";

/** Every public page with its path, two of them in Hindi as well, and one that does not exist. */
export const publicPages: readonly PublicPage[] = [
  ...inLanguages(["en", "hi"]),
  { url: "/contact/message", isOwn: true },
  { url: "/verify" },
  { url: "/report", isOwn: true },
  { url: "/terms" },
  { url: "/privacy" },
  { url: "/nowhere", isMissing: true },
];

/** The pages with a budget of their own, in the other languages. */
export const otherLanguages = inLanguages(languageCodes.filter((code) => code !== "en" && code !== "hi"));

function inLanguages(codes: readonly Language[]): PublicPage[] {
  return codes.flatMap((code) => [
    { url: pathIn(code, "/"), maxBytes: 10_240 },
    { url: pathIn(code, "/contact"), maxBytes: 11_264 },
  ]);
}

export interface PublicPage {
  url: string;
  /** Its budget, if smaller than a first TCP flight. */
  maxBytes?: number;
  /** Private to one visitor: no cache stores it and no search engine lists it. */
  isOwn?: boolean;
  /** It has status 404. */
  isMissing?: boolean;
}
