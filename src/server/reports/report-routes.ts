import type { Report } from "#contract/inbox/reports.ts";
import { inLanguage, teamCopy } from "#copy/current.ts";
import { dayText } from "#copy/locale/days.ts";
import { durationText } from "#copy/duration-text.ts";
import { counted } from "#copy/locale/intl.ts";
import { languageOf } from "#domain/languages.ts";
import { largest } from "#domain/lists.ts";
import { durationUnit } from "#domain/time/first-answer.ts";
import { route } from "../http/route.ts";
import { csvRecord, csvStart } from "../lib/csv.ts";
import { barChart, type Scale } from "./chart.ts";
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

  ...(Object.keys(charts) as Array<keyof typeof charts>).map((name) =>
    route(`GET /reports/${name}.svg`, {
      does: "A chart of a report, in a language of the admin area",
      scope: "reports:read",
      exposeHeadRoute: false,
      run: async ({ query, reply }) => {
        const report = await reports.report(query);
        const drawn = inLanguage(languageOf(query.language), () => charts[name](report));
        return reply.type("image/svg+xml; charset=utf-8").send(drawn);
      },
    }),
  ),
];

/** Each is drawn in the current language. */
const charts = {
  received: ({ days }: Report) =>
    barChart(
      teamCopy.reports.charts.received,
      days.map(({ day, received }, at) => ({
        label: dayText(day),
        ...countBar(received),
        isCurrent: at === days.length - 1,
      })),
    ),
  answers: ({ days }: Report) =>
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
  hours: ({ hours }: Report) =>
    barChart(
      teamCopy.reports.charts.hours,
      hours.map(({ hour, received }) => ({ label: String(hour), ...countBar(received) })),
    ),
} satisfies Record<string, (report: Report) => string>;

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
