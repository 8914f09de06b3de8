import { teamCopy } from "#copy/current.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { languageName } from "../forms/language-name.ts";

/** The initial text of a reply until a saved reply is chosen. */
export const plainAnswer: Record<Language, string> = {
  en: "Hello {name},\n\nThank you for contacting us.\n\n",
  bn: "নমস্কার {name},\n\nআমাদের সাথে যোগাযোগ করার জন্য ধন্যবাদ।\n\n",
  mr: "नमस्कार {name},\n\nआमच्याशी संपर्क साधल्याबद्दल धन्यवाद.\n\n",
  te: "నమస్తే {name},\n\nమమ్మల్ని సంప్రదించినందుకు ధన్యవాదాలు.\n\n",
  ta: "வணக்கம் {name},\n\nஎங்களைத் தொடர்பு கொண்டதற்கு நன்றி.\n\n",
  hi: "नमस्ते {name},\n\nहमसे संपर्क करने के लिए धन्यवाद।\n\n",
  gu: "નમસ્તે {name},\n\nઅમારો સંપર્ક કરવા બદલ આભાર.\n\n",
};

/** Such as `Hindi`, for an inquiry that is not in English; null for the others. */
export function languageNote(language: Language | null): string | null {
  return language === null || language === defaultLanguage ? null : languageName(language);
}

/** Which text of a saved reply was inserted; `language` is one of `languageNote`. */
export function insertedText(isVariant: boolean, language: string): string {
  return isVariant ? teamCopy.inbox.inserted.variant(language) : teamCopy.inbox.inserted.main(language);
}
