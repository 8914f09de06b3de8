import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { apiTokenInputSchema, apiTokensSchema, newApiTokenSchema } from "#contract/auth/api-token.ts";
import { doneSchema } from "#contract/done.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import { tokenLimits } from "#domain/api-token.ts";
import { freshStepUp, memberOf } from "#server/http/access.ts";
import { problems, sendFieldErrors, sendProblem } from "#server/http/problem.ts";
import { waitingOf } from "#server/trust/waiting.ts";
import type { Sessions } from "../sessions.ts";
import type { ApiTokens } from "./api-tokens.ts";

/** `/api/api-tokens`: owners make and revoke API tokens. */
export function apiTokenRoutes(deps: { apiTokens: ApiTokens; sessions: Sessions }): FastifyPluginAsyncZod {
  const { apiTokens } = deps;
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));

    app.get(
      settingsPaths.apiTokens,
      {
        config: { access: "owner" },
        schema: { summary: "The API tokens, newest first", response: { 200: apiTokensSchema, ...problems(401, 403) } },
      },
      async () => ({ apiTokens: await apiTokens.list() }),
    );

    app.post(
      settingsPaths.apiTokens,
      {
        config: { access: "owner" },
        preHandler: freshStepUp(deps.sessions),
        schema: {
          summary: "Make an API token; the answer has it, once",
          body: apiTokenInputSchema,
          response: { 201: newApiTokenSchema, 202: newApiTokenSchema, ...problems(400, 401, 403, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const result = await apiTokens.make(request.body, memberOf(request));
        if (result.ok && result.waits !== null)
          return reply.code(202).send({ ...result.made, waits: waitingOf(result.waits) });
        if (result.ok) return reply.code(201).send(result.made);
        if (result.reason === "waits already") return sendProblem(reply, 409, say("trust.too-many"));
        if (result.reason === "bad day") return sendFieldErrors(reply, { expiresOn: say("token.choose-day") });
        return sendProblem(reply, 409, say("tokens.full", { count: tokenLimits.count }));
      },
    );

    // Asks for no step-up: revoking a leaked token must not wait.
    app.delete(
      settingsPaths.apiToken,
      {
        config: { access: "owner" },
        schema: {
          summary: "Revoke an API token",
          params: z.object({ id: z.string() }),
          response: { 200: doneSchema, ...problems(400, 401, 403, 404, 413, 415) },
        },
      },
      async (request, reply) =>
        (await apiTokens.revoke(request.params.id, memberOf(request)))
          ? { message: say("token.revoked") }
          : sendProblem(reply, 404, say("token.gone")),
    );
  };
}
