import { teamCopy } from "#copy/current.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { languageName } from "../forms/language-name.ts";

/** The initial text of a reply until a saved reply is chosen. */
export const plainAnswer: Record<Language, string> = {
  en: "Hello {name},\n\nthank you for your message {reference}.\n\n",
  bn: "নমস্কার {name},\n\nআপনার মেসেজ {reference}-এর জন্য ধন্যবাদ।\n\n",
  mr: "नमस्कार {name},\n\nतुमच्या {reference} या मेसेजबद्दल धन्यवाद.\n\n",
  te: "నమస్తే {name},\n\nమీ మెసేజ్ {reference} కు ధన్యవాదాలు.\n\n",
  ta: "வணக்கம் {name},\n\nஉங்கள் செய்தி {reference} க்கு நன்றி.\n\n",
  hi: "नमस्ते {name},\n\nआपके संदेश {reference} के लिए धन्यवाद।\n\n",
};

/** Such as `Hindi`, for an inquiry that is not in English; null for the others. */
export function languageNote(language: Language | null): string | null {
  return language === null || language === defaultLanguage ? null : languageName(language);
}

/** Which text of a saved reply was inserted; `language` is one of `languageNote`. */
export function insertedText(isVariant: boolean, language: string): string {
  return isVariant ? teamCopy.inbox.inserted.variant(language) : teamCopy.inbox.inserted.main(language);
}
