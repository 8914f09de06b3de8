import { settingsPaths } from "#contract/team-api-paths.ts";
import type { AuditCheckView, AuditFilter, AuditPage } from "#contract/audit.ts";
import { call } from "./api-client.ts";
import { readExport } from "./inbox-api.ts";

export type AuditFormat = "csv" | "jsonl";

const files = { csv: settingsPaths.auditCsv, jsonl: settingsPaths.auditJsonl } as const;

/** The calls of the audit log, for owners. Each throws an `ApiError`. */
export const auditApi = {
  /** The first page is short, later ones are longer. */
  entries: (filter: AuditFilter, before: number | null, signal: AbortSignal) => {
    const page = { ...(before !== null && { before: String(before) }), limit: before === null ? "50" : "200" };
    const query = queryOf({ ...filter, ...page });
    return call<AuditPage>("GET", `${settingsPaths.auditLog}?${query}`, undefined, { signal });
  },
  check: () => call<AuditCheckView>("POST", settingsPaths.auditCheck),
  /** The parts of the file. Asks for step-up authentication. */
  export: async (format: AuditFormat, filter: AuditFilter) => {
    const parts: Array<Uint8Array<ArrayBuffer>> = [];
    await readExport(`/api${files[format]}?${queryOf(filter)}`, (part) => parts.push(part), {
      onExpected: () => undefined,
      signal: new AbortController().signal,
    });
    return parts;
  },
};

function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(given).toString();
}
