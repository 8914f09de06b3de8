import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { setupStateSchema } from "#contract/setup.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { memberOf } from "../http/access.ts";
import { problems } from "../http/problem.ts";
import type { Setup } from "./setup.ts";

/** `/api/setup`: what is left to do before visitors come, for owners. */
export function setupRoutes(setup: Setup): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      settingsPaths.setup,
      {
        config: { access: "owner" },
        schema: {
          summary: "What is left to do before visitors come",
          response: { 200: setupStateSchema, ...problems(401, 403) },
        },
      },
      (request) => setup.state(memberOf(request)),
    );
  };
}
