import { defaultLanguage, isLanguage, type Language, teamLanguageOf } from "#domain/languages.ts";
import { dictionaries } from "../dictionaries.ts";
import { type MessageCode, messageCodeIn, type Param } from "./say.ts";
import { teamTexts } from "./texts.ts";
import { type VisitorText, visitorTexts } from "./visitor-texts.ts";
import type { Forms } from "./types.ts";

/** The sentence of a text in a language; a text without a code, as earlier versions stored it, stays as it is. */
export function textIn(language: Language, text: string): string {
  const messageCode = messageCodeIn(text);
  return messageCode === undefined ? text : sentence(messageCode, language);
}

/** The sentence in English, for logs, files and programs of the operator. */
export const inEnglish = (text: string) => textIn(defaultLanguage, text);

/** The sentence of a code; the code itself if only a newer version knows it. */
function sentence({ code, params }: MessageCode, language: Language): string {
  const values = Object.fromEntries(
    Object.entries(params).map(([name, value]): [string, string] => [
      name,
      name === "language" ? languageName(value, teamLanguageOf(language)) : valueIn(value, language),
    ]),
  );
  const visitors = visitorTexts as Partial<Record<string, VisitorText>>;
  const visitorText = Object.hasOwn(visitors, code) ? visitors[code] : undefined;
  if (visitorText !== undefined) {
    const { problems, accepted } = dictionaries[language];
    return visitorText({ ...problems, accepted }, values, language);
  }
  const texts: Record<string, string | Forms> = teamTexts[teamLanguageOf(language)];
  const entry = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (entry === undefined) return code;
  const text = typeof entry === "string" ? entry : entry[formOf(params["count"])];
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

const valueIn = (value: Param, language: Language) =>
  typeof value === "object" ? sentence(value, language) : String(value);

/** A language is sent as its code. */
function languageName(code: Param, language: Language): string {
  return typeof code === "string" && isLanguage(code)
    ? (new Intl.DisplayNames(language, { type: "language" }).of(code) ?? code)
    : valueIn(code, language);
}

/** For 0, Hindi has the plural form of 1, whose texts may have the number in words. */
const formOf = (count: Param | undefined): keyof Forms => (Number(count) === 1 ? "one" : "other");
