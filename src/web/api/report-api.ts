import { reportPaths } from "#contract/team-api-paths.ts";
import type { Report, ReportQuery } from "#contract/inbox/reports.ts";
import { call } from "./api-client.ts";

/** The first and the last day. */
export type Span = { [Name in keyof ReportQuery]-?: string };

/** The calls of reports. Each throws an `ApiError`. */
export const reportApi = {
  report: (query: Span) => call<Report>("GET", `${reportPaths.report}?${new URLSearchParams(query).toString()}`),
};

/** The address of a file of a report. */
export function reportFile(path: string, query: Span): string {
  return `/api${path}?${new URLSearchParams(query).toString()}`;
}
