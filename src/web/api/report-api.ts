import type { ReportQuery } from "#contract/inbox/reports.ts";
import { addressOf, api } from "./team-call.ts";

/** The first and the last day. */
export type Span = { [Name in keyof ReportQuery]-?: string };

/** The calls of reports. Each throws an `ApiError`. */
export const reportApi = {
  report: (query: Span) => api("GET /reports", { query }),
};

/** The address of a file of a report. */
export const reportFile = (query: Span) => addressOf("GET /reports/report.csv", { query });
