import { largest } from "#domain/lists.ts";
import { durationUnit } from "#domain/time/first-answer.ts";
import { barChart, type ChartSize, type Scale } from "./bar-chart.ts";
import { teamCopy } from "#copy/current.ts";
import { durationText } from "./duration-text.ts";
import { dayText } from "./locale/days.ts";
import { counted } from "./locale/intl.ts";

interface Figures {
  days: ReadonlyArray<{ day: string; received: number; median: number | null; isEstimate: boolean }>;
  hours: ReadonlyArray<{ hour: number; received: number }>;
}

/**
 * The charts of a report, as SVG in the current language. `web/admin/reports/reports-page.tsx` shows each, under its
 * title in `reports.charts` of `team.arb`; programs get it by its name in `reports/report-routes.ts`, with its line in
 * `contract/calls.ts`.
 */
export const reportCharts = {
  received: ({ days }: Figures, size?: ChartSize): string =>
    barChart(
      teamCopy.reports.charts.received,
      withoutEmptyStart(days).map(({ day, received, isCurrent }) => ({
        label: dayText(day),
        ...countBar(received),
        isCurrent,
      })),
      undefined,
      size,
    ),

  answers: ({ days }: Figures, size?: ChartSize): string =>
    barChart(
      teamCopy.reports.charts.answers,
      withoutEmptyStart(days).map(({ day, median, isEstimate, isCurrent }) => ({
        label: dayText(day),
        value: median ?? 0,
        text: median === null ? teamCopy.reports.charts.noAnswer : durationText(median, isEstimate),
        short: median === null ? "" : durationText(inOneUnit(median)),
        isCurrent,
      })),
      durationScale(largest(days.map(({ median }) => median ?? 0))),
      size,
    ),

  hours: ({ hours }: Figures, size?: ChartSize): string =>
    barChart(
      teamCopy.reports.charts.hours,
      hours.map(({ hour, received }) => ({ label: String(hour), ...countBar(received) })),
      undefined,
      size,
    ),
};

/** Minutes rounded to their largest unit, whose text is as short as a bar is wide. */
function inOneUnit(minutes: number): number {
  const unit = durationUnit(minutes);
  return Math.round(minutes / unit) * unit;
}

/** Fewest days of a chart. */
const minDays = 7;

/** The days from the first one with data on: a young desk's bars are not pressed against the end of a month. */
function withoutEmptyStart(days: Figures["days"]) {
  const first = days.findIndex(({ received, median }) => received > 0 || median !== null);
  return days
    .map((figures, at) => ({ ...figures, isCurrent: at === days.length - 1 }))
    .slice(Math.max(0, Math.min(first, days.length - minDays)));
}

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
