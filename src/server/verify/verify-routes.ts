import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { visitorPaths } from "#contract/paths.ts";
import { verdictSchema, verifyInputSchema } from "#contract/channels/verify.ts";
import { languageOf } from "#domain/languages.ts";
import type { Verify } from "./verify.ts";
import { problems } from "../http/problem.ts";

/** `/api/verify`: whether a text is one of our channels. It is sent in the body, to keep it out of URLs. */
export function verifyRoutes(service: Verify): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      visitorPaths.verify,
      {
        config: { access: "anyone" },
        schema: {
          summary: "Whether a number, name, link or address is one of ours; nothing of it is kept",
          body: verifyInputSchema,
          response: { 200: verdictSchema, ...problems(400, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        return service.verify(request.body.text, languageOf(request.body.language));
      },
    );
  };
}
