import type { AuditFilter } from "#contract/audit.ts";
import { readExport } from "./inbox-api.ts";
import { addressOf, api } from "./team-call.ts";

export type AuditFormat = "csv" | "jsonl";

/** The calls of the audit log, for owners. Each throws an `ApiError`. */
export const auditApi = {
  /** The first page is short, later ones are longer. */
  entries: (filter: AuditFilter, before: number | null, signal: AbortSignal) =>
    api("GET /audit-log", { query: { ...filter, before, limit: before === null ? 50 : 200 }, signal }),
  check: () => api("POST /audit-log/check"),
  /** The parts of the file. Asks for step-up authentication. */
  export: async (format: AuditFormat, filter: AuditFilter) => {
    const parts: Array<Uint8Array<ArrayBuffer>> = [];
    await readExport(addressOf(`GET /audit-log/export.${format}`, { query: filter }), (part) => parts.push(part), {
      onExpected: () => undefined,
      signal: new AbortController().signal,
    });
    return parts;
  },
};
