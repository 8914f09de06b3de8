import { textIn } from "#copy/server/render.ts";
import { messageCodeIn } from "#copy/server/say.ts";
import type { Language } from "#domain/languages.ts";

/**
 * The fields of responses in which the server speaks to people; `errors` has a text for each field, `problems` likewise
 * or a list of texts. None is what a visitor or a member wrote, though a text may quote it.
 */
const textFields: ReadonlySet<string> = new Set([
  "message",
  "problem",
  "noPasskeys",
  "unwatched",
  "errors",
  "problems",
]);

/**
 * A response with each text of the server in a language, and its code and parameters beside it: those of `message` as
 * `code` and `params`, those of `problem` as `problemCode`, those of the texts in `errors` in `errorsCode`.
 */
export function withSentences(language: Language, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withSentences(language, one));
  if (!isPlain(value)) return value;
  const response: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (!textFields.has(key)) response[key] = withSentences(language, inner);
    else if (typeof inner === "string")
      Object.assign(response, { [key]: textIn(language, inner) }, codesOf(key, inner));
    else if (isTextList(inner)) {
      response[key] = inner.map((text) => textIn(language, text));
      response[`${key}Code`] = inner.flatMap((text) => messageCodeIn(text) ?? []);
    } else if (isTexts(inner)) {
      const fields = Object.entries(inner);
      const codes = fields.map(([field, text]) => [field, messageCodeIn(text)] as const);
      response[key] = Object.fromEntries(fields.map(([field, text]) => [field, textIn(language, text)]));
      response[`${key}Code`] = Object.fromEntries(codes.filter(([, messageCode]) => messageCode !== undefined));
    } else response[key] = withSentences(language, inner);
  }
  return response;
}

function codesOf(key: string, text: string): object {
  const messageCode = messageCodeIn(text);
  if (messageCode === undefined) return {};
  return key === "message" ? messageCode : { [`${key}Code`]: messageCode };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

const isTexts = (value: unknown): value is Record<string, string> =>
  isPlain(value) && Object.values(value).every((text) => typeof text === "string");
