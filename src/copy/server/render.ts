import { defaultLanguage, isLanguage, type Language, teamLanguageOf } from "#domain/languages.ts";
import { dictionaries } from "../dictionaries.ts";
import { type MessageCode, messageCodeIn, type Param } from "./say.ts";
import { serverTexts } from "./texts.ts";
import { type Texts, visitorTexts } from "./visitor-texts.ts";

/** The sentence of a text in a language; a text without a code, as earlier versions stored it, stays as it is. */
export function textIn(language: Language, text: string): string {
  const messageCode = messageCodeIn(text);
  return messageCode === undefined ? text : sentence(messageCode, language);
}

/** The sentence in English, for logs, files and programs of the operator. */
export const inEnglish = (text: string) => textIn(defaultLanguage, text);

/** The values of a text, which may come from another version. */
type Values = Record<string, string | number>;

/** Texts of which it is not known here which values they take. */
type TeamText = string | ((values: never) => string);
type VisitorText = (texts: Texts, values: never, language: Language) => string;

/** The sentence of a code; the code itself if only a newer version knows it. */
function sentence({ code, params }: MessageCode, language: Language): string {
  const given = Object.entries(params).map(([name, value]): [string, string | number] => [
    name,
    name === "language" ? languageName(value, teamLanguageOf(language)) : valueIn(value, language),
  ]);
  const values = withNames(Object.fromEntries(given)) as never;
  const visitorText = own<VisitorText>(visitorTexts, code);
  if (visitorText !== undefined) {
    const { problems, accepted } = dictionaries[language];
    return visitorText({ ...problems, accepted }, values, language);
  }
  const text = own<TeamText>(serverTexts[teamLanguageOf(language)], code);
  return typeof text === "function" ? text(values) : (text ?? code);
}

/** The text with this code. */
function own<Text>(texts: Record<string, Text>, code: string): Text | undefined {
  return Object.hasOwn(texts, code) ? texts[code] : undefined;
}

/** The values, and for each that is missing its placeholder. */
const withNames = (values: Values) =>
  new Proxy(values, { get: (_, name) => (Object.hasOwn(values, name) ? values[String(name)] : `{${String(name)}}`) });

const valueIn = (value: Param, language: Language) => (typeof value === "object" ? sentence(value, language) : value);

/** A language is sent as its code. */
function languageName(code: Param, language: Language): string | number {
  return typeof code === "string" && isLanguage(code)
    ? (new Intl.DisplayNames(language, { type: "language" }).of(code) ?? code)
    : valueIn(code, language);
}
