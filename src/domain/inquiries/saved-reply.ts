import type { FurtherLanguage } from "../further-languages.ts";
import { defaultLanguage, type Language } from "../languages.ts";

/** Placeholders of a saved reply: the visitor's name, the reference, the member's name, and the site's. */
export const replyPlaceholders = ["name", "reference", "agent", "brand"] as const;

type Placeholder = (typeof replyPlaceholders)[number];

const placeholder = /\{(\w+)\}/g;
const placeholderAfterSpace = /( ?)\{(\w+)\}/g;

/** Values of the placeholders, by their names. */
type ReplyValues = Record<Placeholder, string>;

/**
 * The reply for one inquiry. Unknown placeholders stay; inserted values are not parsed again. An empty value, such as a
 * missing name, also removes the space before it.
 */
export function fillReply(text: string, values: ReplyValues): string {
  return text.replace(placeholderAfterSpace, (whole, space: string, word: string) =>
    isOurs(word) ? (values[word] === "" ? "" : space + values[word]) : whole,
  );
}

/** Unknown placeholders in a text, each once, as written. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(placeholder)].filter(([, word]) => !isOurs(word)).map(([whole]) => whole);
  return [...new Set(found)];
}

/** The text of a saved reply in a language; its main text if it has none, whose language is not known. */
export function textIn(
  { text, variants }: { text: string; variants: Partial<Record<FurtherLanguage, string>> },
  language: Language | null,
): { text: string; isVariant: boolean } {
  const variant = language === null || language === defaultLanguage ? undefined : variants[language];
  return { text: variant ?? text, isVariant: variant !== undefined };
}

function isOurs(word: string | undefined): word is Placeholder {
  return replyPlaceholders.some((name) => name === word);
}
