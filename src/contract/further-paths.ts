import { type Language, languageCodes, languages } from "#domain/languages.ts";
import { paths } from "./paths.ts";

/** Apart from `paths.ts`, so that visitors do not download what no page of theirs names. */

/** Shows owners a page with what they typed in the settings, in a frame there. */
export const previewPath = "/ContactAdmin/settings/preview";

/** Pages on the way to the identity provider and back; they are not below `/api`. */
export const providerPaths = {
  signIn: "/ContactAdmin/sign-in",
  stepUp: "/ContactAdmin/sign-in/confirm",
  callback: "/ContactAdmin/sign-in/callback",
} as const;

/** A poster is below it, by brand and language: a document that is not among the pages. */
export const posterPath = "/poster";

/** Files for other sites: an image that links to `/verify`, in each language, and the channels as JSON-LD. */
export const badgePath = "/badge.svg";
export const structuredPath = "/channels.jsonld";

/** The languages of a page by its path; a language of the interface alone has no legal pages. */
export function languagesOf(path: string): readonly Language[] {
  const isLegal = path === paths.terms || path === paths.privacy;
  return isLegal ? languageCodes.filter((code) => languages[code].legal === undefined) : languageCodes;
}
