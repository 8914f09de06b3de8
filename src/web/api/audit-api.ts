import { settingsPaths } from "#contract/team-api-paths.ts";
import type { AuditFilter, AuditPage } from "#contract/audit.ts";
import { call } from "./api-client.ts";

/** The call of the audit log, for owners. The first page is short, later ones are longer. Throws an `ApiError`. */
export const auditApi = {
  entries: ({ kind, member }: Partial<AuditFilter>, before: number | null) => {
    const query = new URLSearchParams({
      ...(kind !== undefined && { kind }),
      ...(member !== undefined && { member }),
      ...(before !== null && { before: String(before) }),
      limit: before === null ? "50" : "200",
    });
    return call<AuditPage>("GET", `${settingsPaths.auditLog}?${query.toString()}`);
  },
};
