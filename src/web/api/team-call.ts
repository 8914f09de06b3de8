import { defaultLanguage } from "#domain/languages.ts";
import { language } from "#copy/locale/language.ts";
import { ApiError, call as plainCall } from "./api-client.ts";

/**
 * Makes a call of the team, as `call` of the API client: what the server says to people in its answer comes in the
 * page's language. @throws ApiError, likewise
 */
export function call<Answer>(...request: Parameters<typeof plainCall>): Promise<Answer> {
  return inPagesLanguage(plainCall<Answer>(...request));
}

/** The header of a call that is made on a version: it is refused if that is no longer the present one. */
export const ifMatch = (version: number) => ({ "if-match": `"${version}"` });

/** The outcome of a call of the team, with what the server says to people in the page's language. */
export async function inPagesLanguage<Answer>(answer: Promise<Answer>): Promise<Answer> {
  if (language === defaultLanguage) return answer;
  try {
    return (await translated(await answer)) as Answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, (await translated(error.problem)) as ApiError["problem"], error.retryAfter);
  }
}

/**
 * The fields of answers in which the server speaks to people; `errors` has such a text for each field. None is what a
 * visitor or a member wrote, though a text may quote it.
 */
const spoken = new Set(["message", "problem", "noPasskeys", "errors"]);

/** A part of an answer with each text of the server in the page's language. */
async function translated(answer: unknown): Promise<unknown> {
  let isSpoken = false;
  withTexts(answer, (text) => {
    isSpoken = true;
    return text;
  });
  if (!isSpoken) return answer;
  // Only here, so that no page waits for all that the server could say.
  const texts = await import("./server-texts.ts").catch(() => undefined);
  return texts === undefined ? answer : withTexts(answer, texts.serverText);
}

/** `value` with what `say` makes of each text of the server in it. */
function withTexts(value: unknown, say: (text: string) => string, isText = false): unknown {
  if (typeof value === "string") return isText ? say(value) : value;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, say));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withTexts(inner, say, spoken.has(key) || isText)]),
  );
}

/** A call that was rejected because what it was made on has changed; `Current` is what its contract has for that. */
interface StaleError<Current> extends ApiError {
  problem: ApiError["problem"] & { current: Current };
}

export function isStale<Current>(error: unknown): error is StaleError<Current> {
  return error instanceof ApiError && error.status === 412 && "current" in error.problem;
}
