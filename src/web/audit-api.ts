import type { AuditFilter, AuditPage } from "#contract/audit.ts";
import { call } from "./api-client.ts";

/** The call of the audit log, which is for owners. Throws an `ApiError`. */
export const auditApi = {
  entries: ({ kind, member }: Partial<AuditFilter>, before: number | null) => {
    const query = new URLSearchParams({
      ...(kind !== undefined && { kind }),
      ...(member !== undefined && { member }),
      ...(before !== null && { before: String(before) }),
    });
    return call<AuditPage>("GET", `audit-log?${query.toString()}`);
  },
};
