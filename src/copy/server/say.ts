import type { ServerTexts } from "./texts.ts";
import type { visitorTexts } from "./visitor-texts.ts";

/** A message of the server before it is in a language: a code with parameters, written as JSON. */
export type ServerText = string & { readonly kind: "server text" };

/** A parameter of a text; one that is a text itself comes in the reader's language, too. */
export type Param = string | number | MessageCode;

/** A code with parameters, as responses carry it. */
export interface MessageCode {
  code: string;
  params: Record<string, Param>;
}

/** The values of a text: an object, or nothing. */
type ValuesOf<Text> = Text extends (values: infer Values) => string ? [values: Values] : [];

/** The values of a text for visitors, which also takes the texts of a language. */
type VisitorValuesOf<Text> = Text extends (texts: never, values: infer Values, language: never) => string
  ? unknown extends Values
    ? []
    : [values: Values]
  : never;

type ValuesByCode = { [Code in keyof ServerTexts]: ValuesOf<ServerTexts[Code]> } & {
  [Code in keyof typeof visitorTexts]: VisitorValuesOf<(typeof visitorTexts)[Code]>;
};

export type ServerCode = keyof ValuesByCode;

/** The text with this code and these values for its placeholders. */
export function say<Code extends ServerCode>(code: Code, ...[values]: ValuesByCode[Code]): ServerText {
  const params: MessageCode["params"] = {};
  for (const [name, value] of Object.entries<string | number>(values ?? {})) {
    params[name] = typeof value === "string" ? (messageCodeIn(value) ?? value) : value;
  }
  return JSON.stringify({ code, params }) as ServerText;
}

/** Returns whether `say` made a text. */
export const isServerText = (text: string): text is ServerText => text.startsWith('{"code":"');

/** The code and the parameters of a text that `say` made; undefined for any other text, such as a damaged one. */
export function messageCodeIn(text: string): MessageCode | undefined {
  if (!isServerText(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isMessageCode(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMessageCode(value: unknown): value is MessageCode {
  if (typeof value !== "object" || value === null || !("code" in value && "params" in value)) return false;
  const { code, params } = value;
  if (typeof code !== "string" || typeof params !== "object" || params === null) return false;
  return Object.values(params).every(
    (param) => typeof param === "string" || typeof param === "number" || isMessageCode(param),
  );
}
