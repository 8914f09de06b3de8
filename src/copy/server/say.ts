import type { TeamTexts } from "./texts.ts";
import type { VisitorParams } from "./visitor-texts.ts";

/** What the server says to people, before it is in a language: a code with parameters, written as JSON. */
export type ServerText = string & { readonly kind: "server text" };

/** A parameter of a text; one that is a text itself comes in the reader's language, too. */
export type Param = string | number | MessageCode;

/** A code with parameters, as responses carry it. */
export interface MessageCode {
  code: string;
  params: Record<string, Param>;
}

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;

type TeamParams = {
  [Code in keyof TeamTexts]: TeamTexts[Code] extends { other: infer Text }
    ? Placeholders<Text> | "count"
    : Placeholders<TeamTexts[Code]>;
};

type ParamNames = TeamParams & VisitorParams;

export type ServerCode = keyof ParamNames;

type ParamsOf<Code extends ServerCode> = [ParamNames[Code]] extends [never]
  ? []
  : [params: Record<ParamNames[Code], string | number>];

/** The text with this code and these values for its placeholders. */
export function say<Code extends ServerCode>(code: Code, ...[values]: ParamsOf<Code>): ServerText {
  const params: MessageCode["params"] = {};
  for (const [name, value] of Object.entries<string | number>(values ?? {})) {
    params[name] = typeof value === "string" ? (messageCodeIn(value) ?? value) : value;
  }
  return JSON.stringify({ code, params }) as ServerText;
}

/** Whether `say` made a text. */
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
