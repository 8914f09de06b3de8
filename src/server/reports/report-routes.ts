import { inLanguage } from "#copy/current.ts";
import { reportCharts } from "#copy/report-charts.ts";
import { languageOf } from "#domain/languages.ts";
import { route } from "../http/route.ts";
import { csvRecord, csvStart } from "../lib/csv.ts";
import type { Reports } from "./reports.ts";

const columns = [
  "Day",
  "Received",
  "Answered",
  "Median minutes to the first answer",
  "90th percentile",
  "Not delivered",
  "Minutes are",
];

/** `/api/reports`: figures about inquiries, for the whole team. They hold nothing about any visitor. */
export const reportRoutes = ({ reports }: { reports: Pick<Reports, "report"> }) => [
  route("GET /reports", {
    does: "Inquiries and first answers by day, hour and member, of these days of arrival",
    scope: "reports:read",
    run: ({ query }) => reports.report(query),
  }),

  route("GET /reports/report.csv", {
    does: "The days of a report as CSV",
    scope: "reports:read",
    exposeHeadRoute: false,
    run: async ({ query, reply }) => {
      const { days } = await reports.report(query);
      const rows = days.map(({ day, received, answered, median, p90, undelivered, isEstimate }) =>
        csvRecord([
          day,
          String(received),
          String(answered),
          minutes(median),
          minutes(p90),
          String(undelivered),
          answered === 0 ? "" : isEstimate ? "estimated" : "exact",
        ]),
      );
      return reply
        .header("content-disposition", 'attachment; filename="report.csv"')
        .type("text/csv; charset=utf-8")
        .send(csvStart + csvRecord(columns) + rows.join(""));
    },
  }),

  ...(["received", "answers", "hours"] as const).map((name) =>
    route(`GET /reports/${name}.svg`, {
      does: "A chart of a report, in a language of the admin area",
      scope: "reports:read",
      exposeHeadRoute: false,
      run: async ({ query, reply }) => {
        const report = await reports.report(query);
        const drawn = inLanguage(languageOf(query.language), () => reportCharts[name](report));
        return reply.type("image/svg+xml; charset=utf-8").send(drawn);
      },
    }),
  ),
];

const minutes = (value: number | null) => (value === null ? "" : String(Math.round(value * 10) / 10));
