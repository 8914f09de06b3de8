import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { auditPageSchema, auditQuerySchema } from "#contract/audit.ts";
import type { Audit } from "./audit.ts";
import { problems } from "../http/problem.ts";

/** `/api/audit-log`: who did what, for owners. */
export function auditRoutes(audit: Audit): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      settingsPaths.auditLog,
      {
        config: { access: "owner" },
        schema: {
          summary: "The audit log, the newest entries first, of a kind and of a member where they are named",
          querystring: auditQuerySchema,
          response: { 200: auditPageSchema, ...problems(401, 403, 422) },
        },
      },
      async (request, reply) => {
        const { before, limit, ...filter } = request.query;
        return reply.header("cache-control", "no-store").send(await audit.list(filter, { before, limit }));
      },
    );
  };
}
