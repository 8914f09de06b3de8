import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { visitorPaths } from "#contract/paths.ts";
import { keepingSchema } from "#contract/settings.ts";
import { cachedByVersion } from "../http/cache/versioned-response.ts";
import type { SettingsService } from "./settings.ts";
import { problems } from "../http/problem.ts";

/** `/api/privacy`: how inquiries are handled, by the owner's settings. */
export function privacyRoutes(settings: SettingsService): FastifyPluginAsyncZod {
  return async (app) => {
    const send = cachedByVersion(
      async () => {
        const { version, keeping } = await settings.keeping();
        return { version, make: () => JSON.stringify(keeping) };
      },
      { "content-type": "application/json; charset=utf-8" },
    );

    app.get(
      visitorPaths.privacy,
      {
        config: { access: "anyone" },
        schema: { summary: "What is done with inquiries", response: { 200: keepingSchema, ...problems() } },
      },
      // Sent as prepared bytes, bypassing the schema's serializer.
      async (request, reply) => void (await send(request, reply)),
    );
  };
}
