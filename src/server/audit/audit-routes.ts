import { route } from "../http/route.ts";
import { auditFiles, writeFile } from "./audit-files.ts";
import type { AuditLog } from "./audit-log.ts";

/** `/api/audit-log`: who did what, for owners. */
export const auditRoutes = ({ auditLog }: { auditLog: AuditLog }) => [
  route("GET /audit-log", {
    does: "The audit log, the newest entries first: of a kind or a group, of a member, from day to day",
    access: "owner",
    run: ({ query: { before, limit, ...filter } }) => auditLog.list(filter, { before, limit }),
  }),

  route("POST /audit-log/check", {
    does: "Verify the whole audit log; a result of the last seconds is reused",
    access: "owner",
    run: () => auditLog.check(),
  }),

  ...auditFiles.map((file) =>
    route(`GET /audit-log/export.${file.name}`, {
      does: `The audit log or a part of it as ${file.name}; always needs step-up authentication`,
      access: "owner",
      stepUp: true,
      exposeHeadRoute: false,
      run: async ({ query, member: { id, email }, reply }) => {
        const parts = await auditLog.export(query, file.name, { id, email });
        return reply
          .header("content-disposition", `attachment; filename="audit-log.${file.name}"`)
          .type(`${file.type}; charset=utf-8`)
          .send(writeFile(file, parts));
      },
    }),
  ),
];
