import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { arrivedInputSchema, setupStateSchema } from "#contract/setup.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { memberOf } from "../http/access.ts";
import { problems, sendFieldErrors } from "../http/problem.ts";
import { testOutcomeSchema } from "#contract/settings.ts";
import { say } from "#copy/server/say.ts";
import type { Setup } from "./setup.ts";
import type { createSupportTest } from "./support-test.ts";

/** `/api/setup`: what is left to do before visitors come, for owners. */
export function setupRoutes(deps: {
  setup: Setup;
  supportTest: ReturnType<typeof createSupportTest>;
}): FastifyPluginAsyncZod {
  const { setup, supportTest } = deps;
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

    app.post(
      settingsPaths.supportTest,
      {
        config: { access: "owner" },
        schema: {
          summary: "Send a test to the support address",
          response: { 200: testOutcomeSchema, ...problems(400, 401, 403, 413, 415) },
        },
      },
      () => supportTest.send(),
    );

    app.post(
      settingsPaths.supportArrived,
      {
        config: { access: "owner" },
        schema: {
          summary: "Say by its code that the test has arrived",
          body: arrivedInputSchema,
          response: { 200: setupStateSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        if (await supportTest.confirm(request.body.code, memberOf(request)))
          return reply.send(await setup.state(memberOf(request)));
        return sendFieldErrors(reply, { code: say("delivery-test.wrong-code") });
      },
    );
  };
}
