import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Report, reportQuerySchema, reportSchema } from "#contract/inbox/reports.ts";
import { reportPaths } from "#contract/team-api-paths.ts";
import { problems } from "../http/problem.ts";
import { csvRecord, csvStart } from "../lib/csv.ts";
import { barChart, formatted } from "./chart.ts";
import type { Reports } from "./reports.ts";

const text = (description: string, type: string) => ({ description, content: { [type]: { schema: z.string() } } });

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
export function reportRoutes(reports: Pick<Reports, "report">): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));
    app.get(
      reportPaths.report,
      {
        config: { scope: "reports:read" },
        schema: {
          summary: "Inquiries and first answers by day, hour and member, of these days of arrival",
          querystring: reportQuerySchema,
          response: { 200: reportSchema, ...problems(401, 422) },
        },
      },
      (request) => reports.report(request.query),
    );

    app.get(
      reportPaths.csv,
      {
        config: { scope: "reports:read" },
        exposeHeadRoute: false,
        schema: {
          summary: "The days of a report as CSV",
          querystring: reportQuerySchema,
          response: { 200: text("One line for each day", "text/csv"), ...problems(401, 422) },
        },
      },
      async (request, reply) => {
        const { days } = await reports.report(request.query);
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
    );

    for (const [path, draw] of charts) {
      app.get(
        path,
        {
          config: { scope: "reports:read" },
          exposeHeadRoute: false,
          schema: {
            summary: "A chart of a report",
            querystring: reportQuerySchema,
            response: { 200: text("The chart", "image/svg+xml"), ...problems(401, 422) },
          },
        },
        async (request, reply) =>
          reply.type("image/svg+xml; charset=utf-8").send(draw(await reports.report(request.query))),
      );
    }
  };
}

const charts: ReadonlyArray<readonly [path: string, draw: (report: Report) => string]> = [
  [
    reportPaths.receivedChart,
    ({ days }) =>
      barChart(
        "Inquiries a day",
        days.map(({ day, received }) => ({
          label: day.slice(5),
          value: received,
          text: `${formatted(received)} inquiries`,
        })),
      ),
  ],
  [
    reportPaths.answersChart,
    ({ days }) =>
      barChart(
        "Median minutes to the first answer, by the day of arrival",
        days.map(({ day, median, isEstimate }) => ({
          label: day.slice(5),
          value: median ?? 0,
          text: median === null ? "no answer" : `${isEstimate ? "about " : ""}${formatted(Math.round(median))} minutes`,
        })),
      ),
  ],
  [
    reportPaths.hoursChart,
    ({ hours }) =>
      barChart(
        "Inquiries by the hour of arrival",
        hours.map(({ hour, received }) => ({
          label: String(hour),
          value: received,
          text: `${formatted(received)} inquiries`,
        })),
      ),
  ],
];

const minutes = (value: number | null) => (value === null ? "" : String(Math.round(value * 10) / 10));
