import { englishNameOf } from "#domain/further-languages.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";

/** The initial text of a reply until a saved reply is chosen. */
export const plainAnswer: Record<Language, string> = {
  en: "Hello {name},\n\nthank you for your message {reference}.\n\n",
  hi: "नमस्ते {name},\n\nआपके संदेश {reference} के लिए धन्यवाद।\n\n",
};

/** Such as `Hindi`, for an inquiry that is not in English; null for the others. */
export function languageNote(language: Language | null): string | null {
  return language === null || language === defaultLanguage ? null : englishNameOf(language);
}

/** Which text of a saved reply was inserted; `language` is one of `languageNote`. */
export function insertedText(isVariant: boolean, language: string): string {
  return isVariant
    ? `The ${language} text of the saved reply was inserted.`
    : `This saved reply has no ${language} text: its main text was inserted.`;
}
