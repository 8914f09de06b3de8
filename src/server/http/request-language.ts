import type { FastifyRequest } from "fastify";
import { defaultLanguage, knownLanguage, type Language, languageCodes } from "#domain/languages.ts";

type Named = Pick<FastifyRequest, "body" | "headers" | "routeOptions">;

/**
 * The language that a request names: the field `language` of a visitor's call, also of one that is refused, or else
 * `Accept-Language`; English without one. Our pages send their own as `Accept-Language`, not the browser's.
 */
export function requestLanguage({ body, headers, routeOptions }: Named): Language {
  const named = routeOptions.config.access === "anyone" ? languageIn(body) : null;
  return named ?? acceptedLanguage(headers["accept-language"]);
}

function languageIn(body: unknown): Language | null {
  return typeof body === "object" && body !== null && "language" in body ? knownLanguage(body.language) : null;
}

/** The most specific of our languages that a tag in lower case names: Hindi in Latin letters of `hi-latn-in`. */
function languageOfTag(tag: string): Language | null {
  const named = languageCodes.filter((code) => `${tag}-`.startsWith(`${code.toLowerCase()}-`));
  return named.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** Max languages that are read: more than a browser sends. */
const maxRanges = 20;

/** The language that `Accept-Language` prefers of ours (RFC 9110, section 12.5.4); English if it names none. */
export function acceptedLanguage(header = ""): Language {
  const ranges = header.split(",", maxRanges).flatMap((range) => {
    const [tag = "", ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    const language = languageOfTag(tag);
    return language === null || !(Number(weight) > 0) ? [] : [{ language, weight: Number(weight) }];
  });
  return ranges.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? defaultLanguage;
}
