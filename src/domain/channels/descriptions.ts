import { defaultLanguage, type Language } from "../languages.ts";
import type { Translations } from "./channel-list.ts";

interface Described {
  /** The description in the default language. */
  proof: string;
  translations?: Translations | undefined;
}

/** The descriptions of a channel that are not empty: each with the code of its language, the default one first. */
export function descriptionsOf({ proof, translations = {} }: Described): Array<[language: string, text: string]> {
  return [[defaultLanguage, proof], ...entriesOf(translations)].filter(
    (entry): entry is [string, string] => entry[1] !== "",
  );
}

/**
 * Returns a channel's description for visitors of a language: the one in it, or else the one in the default language.
 */
export function descriptionIn(language: string, { proof, translations }: Described): string {
  return translations?.[language as keyof Translations] ?? proof;
}

/**
 * A channel for the visitors of a language, with its description in it as `proof`; `isTranslated` if that is not the
 * one in the default language.
 */
export function inLanguageOf<One extends Described>(
  language: Language,
  { translations, ...channel }: One,
): Omit<One, "translations"> & { isTranslated?: true } {
  const own = language === defaultLanguage ? undefined : translations?.[language];
  return own === undefined ? channel : { ...channel, proof: own, isTranslated: true };
}

/**
 * Translations with some of them replaced: an empty one is removed. Undefined if none is left. In the order of their
 * codes, so that channels can be compared as JSON; those of a newer version's languages stay.
 */
export function withTranslations(before: Translations = {}, changes: Translations = {}): Translations | undefined {
  const left = entriesOf({ ...before, ...changes })
    .filter(([, text]) => text !== "")
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** The texts of a channel in the languages of `changes`, empty where it has none. */
export function sameLanguages(translations: Translations = {}, changes: Translations): Translations {
  const entries = entriesOf(changes).map(([code]) => [code, translations[code as keyof Translations] ?? ""]);
  return Object.fromEntries(entries) as Translations;
}

const entriesOf = (translations: Translations) =>
  Object.entries(translations).filter((entry): entry is [string, string] => entry[1] !== undefined);
