import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { chartQuerySchema, type Report, reportQuerySchema, reportSchema } from "#contract/inbox/reports.ts";
import { reportPaths } from "#contract/team-api-paths.ts";
import { inLanguage, teamCopy } from "#copy/current.ts";
import { dayText } from "#copy/locale/days.ts";
import { durationText } from "#copy/duration-text.ts";
import { counted } from "#copy/locale/intl.ts";
import { languageOf } from "#domain/languages.ts";
import { largest } from "#domain/lists.ts";
import { durationUnit } from "#domain/time/first-answer.ts";
import { problems } from "../http/problem.ts";
import { csvRecord, csvStart } from "../lib/csv.ts";
import { barChart, type Scale } from "./chart.ts";
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
            summary: "A chart of a report, in a language of the admin area",
            querystring: chartQuerySchema,
            response: { 200: text("The chart", "image/svg+xml"), ...problems(401, 422) },
          },
        },
        async (request, reply) => {
          const report = await reports.report(request.query);
          const drawn = inLanguage(languageOf(request.query.language), () => draw(report));
          return reply.type("image/svg+xml; charset=utf-8").send(drawn);
        },
      );
    }
  };
}

/** Each is drawn in the current language. */
const charts: ReadonlyArray<readonly [path: string, draw: (report: Report) => string]> = [
  [
    reportPaths.receivedChart,
    ({ days }) =>
      barChart(
        teamCopy.reports.charts.received,
        days.map(({ day, received }, at) => ({
          label: dayText(day),
          ...countBar(received),
          isCurrent: at === days.length - 1,
        })),
      ),
  ],
  [
    reportPaths.answersChart,
    ({ days }) =>
      barChart(
        teamCopy.reports.charts.answers,
        days.map(({ day, median, isEstimate }, at) => ({
          label: dayText(day),
          value: median ?? 0,
          text: median === null ? teamCopy.reports.charts.noAnswer : durationText(median, isEstimate),
          short: median === null ? "" : durationText(median),
          isCurrent: at === days.length - 1,
        })),
        durationScale(largest(days.map(({ median }) => median ?? 0))),
      ),
  ],
  [
    reportPaths.hoursChart,
    ({ hours }) =>
      barChart(
        teamCopy.reports.charts.hours,
        hours.map(({ hour, received }) => ({ label: String(hour), ...countBar(received) })),
      ),
  ],
];

const countBar = (count: number) => ({
  value: count,
  text: teamCopy.reports.charts.inquiries(count),
  short: counted(count),
});

/** Minutes, hours or days, as the longest of these minutes is written. */
function durationScale(longest: number): Scale {
  const unit = durationUnit(longest);
  const { minutes: inMinutes, hours, days } = teamCopy.reports.durations;
  return { unit, tick: unit === 1 ? inMinutes : unit === 60 ? hours : days };
}

const minutes = (value: number | null) => (value === null ? "" : String(Math.round(value * 10) / 10));
