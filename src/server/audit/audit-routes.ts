import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { auditCheckSchema, auditFilterSchema, auditPageSchema, auditQuerySchema } from "#contract/audit.ts";
import type { Sessions } from "../auth/sessions.ts";
import { freshStepUp, memberOf } from "../http/access.ts";
import { problems } from "../http/problem.ts";
import { auditFiles, writeFile } from "./audit-files.ts";
import type { AuditLog } from "./audit-log.ts";

/** `/api/audit-log`: who did what, for owners. */
export function auditRoutes(deps: {
  auditLog: AuditLog;
  sessions: Pick<Sessions, "hasSteppedUp">;
}): FastifyPluginAsyncZod {
  const { auditLog } = deps;
  const config = { access: "owner" as const };
  return async (app) => {
    app.get(
      settingsPaths.auditLog,
      {
        config,
        schema: {
          summary: "The audit log, the newest entries first: of a kind or a group, of a member, from day to day",
          querystring: auditQuerySchema,
          response: { 200: auditPageSchema, ...problems(401, 403, 422) },
        },
      },
      async (request, reply) => {
        const { before, limit, ...filter } = request.query;
        return reply.header("cache-control", "no-store").send(await auditLog.list(filter, { before, limit }));
      },
    );

    app.post(
      settingsPaths.auditCheck,
      {
        config,
        schema: {
          summary: "Verify the whole audit log; a result of the last seconds is reused",
          response: { 200: auditCheckSchema, ...problems(400, 401, 403, 413, 415) },
        },
      },
      async (_request, reply) => reply.header("cache-control", "no-store").send(await auditLog.check()),
    );

    for (const file of auditFiles) {
      app.get(
        file.path,
        {
          config,
          exposeHeadRoute: false,
          preHandler: freshStepUp(deps.sessions),
          schema: {
            summary: `The audit log or a part of it as ${file.name}; always needs step-up authentication`,
            querystring: auditFilterSchema,
            response: { 200: file.response, ...problems(401, 403, 422) },
          },
        },
        async (request, reply) => {
          const { id, email } = memberOf(request);
          const parts = await auditLog.export(request.query, file.name, { id, email });
          return reply
            .header("cache-control", "no-store")
            .header("content-disposition", `attachment; filename="audit-log.${file.name}"`)
            .type(`${file.type}; charset=utf-8`)
            .send(writeFile(file, parts));
        },
      );
    }
  };
}
