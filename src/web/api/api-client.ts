import { language as spoken } from "#copy/locale/language.ts";
import { visitorPaths } from "#contract/paths.ts";
import type { ActiveChannelList } from "#contract/channels/channel.ts";
import type { Problem } from "#contract/error.ts";
import type { LegalFacts } from "#contract/settings.ts";

/** A failed call. `status` is 0 if there was no response; `message` comes from the server if it sent one. */
export class ApiError extends Error {
  // Fields are only declared here, and set by the constructor: browsers without class fields would download a helper
  // for them.
  declare readonly status: number;
  declare readonly serverMessage: string | undefined;
  declare readonly errors: Record<string, string>;
  /** The whole response body; some problems carry extra fields. */
  declare readonly problem: Partial<Problem>;
  /** Seconds until a retry is allowed, if the server says so. */
  declare readonly retryAfter: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    super(problem.message ?? `status ${status}`);
    this.status = status;
    this.problem = problem;
    this.serverMessage = problem.message;
    this.errors = problem.errors ?? {};
    this.retryAfter = retryAfter;
  }
}

/** English has no query, as on all pages: each build knows its language. */
const inLanguage = spoken === "en" ? "" : `?language=${spoken}`;

/** The calls of the public pages. The team's calls are separate modules, so that visitors do not download them. */
export const api = {
  activeChannels: () => call<ActiveChannelList>("GET", visitorPaths.activeChannels + inLanguage),
  privacy: () => call<LegalFacts>("GET", visitorPaths.privacy + inLanguage),
};

/** The language of the page as a field of what a visitor sends, which is stored with it; English is left out. */
export function pageLanguage(): { language?: string } {
  // The language may be that of a page that the browser has translated.
  const language = document.documentElement.lang.replace("-IN", "");
  return language === "en" ? {} : { language };
}

/** Messages are in the language of the page, not the browser's. */
export const pageLanguageHeader = () => ({ "accept-language": document.documentElement.lang });

/** Identifies one start of the server. */
export async function fetchBoot(): Promise<unknown> {
  const health: unknown = await (await fetch("/healthz")).json();
  return typeof health === "object" && health !== null && "boot" in health ? health.boot : undefined;
}

/** Options of a call besides its body. */
interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Makes a call with a JSON response; the calling module gives its type as `Answer`. @throws ApiError */
export async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  return answerIn<Answer>(await send(method, path, body, options));
}

/** The JSON of a response. @throws ApiError */
export async function answerIn<Answer>(response: Response): Promise<Answer> {
  const answer: unknown = await response.json().catch(() => null);
  // The server's own tests check its responses against the contract.
  if (response.ok && answer !== null) return answer as Answer;
  const retryAfter = Number(response.headers.get("retry-after")) || undefined;
  throw new ApiError(response.status, isProblem(answer) ? answer : {}, retryAfter);
}

async function send(method: string, path: string, body: unknown, { headers, signal }: CallOptions): Promise<Response> {
  try {
    return await fetch(`/api${path}`, {
      method,
      headers: {
        ...pageLanguageHeader(),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    throw new ApiError(0, {});
  }
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "message" in answer && typeof answer.message === "string";
}
