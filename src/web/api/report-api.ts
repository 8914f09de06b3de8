import { reportPaths } from "#contract/team-api-paths.ts";
import type { Report, ReportQuery } from "#contract/inbox/reports.ts";
import type { Language } from "#domain/languages.ts";
import { call } from "./api-client.ts";

/** The first and the last day. */
export type Span = { [Name in keyof ReportQuery]-?: string };

/** The calls of reports. Each throws an `ApiError`. */
export const reportApi = {
  report: (query: Span) => call<Report>("GET", `${reportPaths.report}?${new URLSearchParams(query).toString()}`),
};

/** The address of a file or a chart of a report. A picture is asked for without the header with the page's language. */
export function reportFile(path: string, query: Span & { language?: Language }): string {
  return `/api${path}?${new URLSearchParams(query).toString()}`;
}
