import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";
import { type Dictionary, dictionaries } from "#copy/dictionaries.ts";
import { defaultLanguage, languageOf, type Language } from "#domain/languages.ts";

/** The language of a visitor's call, from its body, also of one that is refused; English for the team's calls. */
export function visitorLanguage({ body, routeOptions }: Pick<FastifyRequest, "body" | "routeOptions">): Language {
  return routeOptions.config.access === "anyone" ? languageIn(body) : defaultLanguage;
}

/** The dictionary of `visitorLanguage`. */
export function visitorTexts(request: FastifyRequest): Dictionary {
  return dictionaries[visitorLanguage(request)];
}

function languageIn(body: unknown): Language {
  return typeof body === "object" && body !== null && "language" in body ? languageOf(body.language) : defaultLanguage;
}

/**
 * Validates the body of a visitor's call with the messages of its language; `schema` of the route describes it in
 * English, with the same fields.
 */
export function inVisitorsLanguage(schemaIn: (language: Language) => z.ZodType) {
  const validators = new Map<Language, ReturnType<typeof validatorCompiler>>();
  // The type of the route's schema names its parts; what comes here is one of them.
  return (part: Parameters<FastifySchemaCompiler<unknown>>[0]) => {
    const route = { ...part, schema: part.schema as z.ZodType };
    if (route.httpPart !== "body") return validatorCompiler(route);
    return (body: unknown) => {
      const language = languageIn(body);
      const validate = validators.get(language) ?? validatorCompiler({ ...route, schema: schemaIn(language) });
      validators.set(language, validate);
      return validate(body);
    };
  };
}
