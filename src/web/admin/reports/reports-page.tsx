import { teamCopy } from "#copy/current.ts";
import { type ChartSize, chartSizes } from "#copy/bar-chart.ts";
import { durationText } from "#copy/duration-text.ts";
import { dayText } from "#copy/locale/days.ts";
import { counted } from "#copy/locale/intl.ts";
import { reportCharts } from "#copy/report-charts.ts";
import "./reports.css";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { AnswerTimes, Report } from "#contract/inbox/reports.ts";
import { largest } from "#domain/lists.ts";
import { spanOf } from "#domain/time/first-answer.ts";
import { addressOf, api } from "#web/api/team-call.ts";
import { useSite } from "#web/page/page-data.ts";
import { useLocation } from "#web/page/router.tsx";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
import { useObjectUrl } from "#web/ui/use-object-url.ts";
import { EmptyState } from "../shell/empty-state.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { Page, Views } from "../shell/page.tsx";
import { PersonName } from "../shell/person.tsx";
import { Totals } from "./totals.tsx";

/** The spans that a report can have, in days until today. */
const spans = [7, 30, 90, 365] as const;

/** `/ContactAdmin/reports`: figures about inquiries, for the whole team. The query `days` is the span. */
export function ReportsPage() {
  const asked = new URLSearchParams(useLocation().search).get("days");
  const days = spans.find((span) => String(span) === asked) ?? 30;
  const { timeZone } = useSite();
  const [today] = useState(() => Date.now());
  const query = spanOf(days, today, timeZone);
  const report = useQuery({
    queryKey: ["report", query],
    queryFn: () => api("GET /reports", { query }),
  });
  return (
    <Page
      title={teamCopy.reports.title}
      actions={
        <a
          className={buttonClass("secondary", "small")}
          href={addressOf("GET /reports/report.csv", { query })}
          download
        >
          <AdminIcon name="download" />
          {teamCopy.reports.csv}
        </a>
      }
    >
      <Views
        label={teamCopy.reports.days}
        views={spans.map((span) => ({
          to: `${paths.reports}?days=${span}`,
          label: teamCopy.reports.lastDays(span),
          isCurrent: span === days,
        }))}
      />
      <LoadFailure what={teamCopy.reports.what} query={report} />
      {report.isPending && <Awaited />}
      {report.data !== undefined && <Figures report={report.data} />}
    </Page>
  );
}

/** Stands for the report while it loads, as high as its figures and first charts, so that nothing jumps. */
function Awaited() {
  return (
    <div className="report report-awaited">
      <div className="report-totals">
        <Spinner text={teamCopy.reports.loading} />
      </div>
      {["received", "answers", "hours", "open"].map((part) => (
        <div key={part} className="report-card" />
      ))}
    </div>
  );
}

function Figures({ report }: { report: Report }) {
  const { total, days, hours, members, tags, open } = report;
  if (total.received === 0 && open.every(({ count }) => count === 0)) {
    return (
      <EmptyState icon="chart">
        <h2>{teamCopy.reports.none}</h2>
        <p>{teamCopy.reports.noneHint}</p>
      </EmptyState>
    );
  }
  return (
    <div className="report">
      <Totals report={report} />
      <Chart title={teamCopy.reports.charts.received} draw={(size) => reportCharts.received(report, size)}>
        <Table
          head={[
            teamCopy.reports.columns.day,
            teamCopy.reports.columns.inquiries,
            teamCopy.reports.columns.undelivered,
          ]}
          rows={days.map((row) => [dayText(row.day), counted(row.received), counted(row.undelivered)])}
        />
      </Chart>
      <Chart title={teamCopy.reports.charts.answers} draw={(size) => reportCharts.answers(report, size)}>
        <TimesTable label={teamCopy.reports.columns.day} rows={days.map((row) => [dayText(row.day), row])} />
      </Chart>
      <Chart title={teamCopy.reports.charts.hours} draw={(size) => reportCharts.hours(report, size)}>
        <TimesTable label={teamCopy.reports.columns.hour} rows={hours.map((row) => [`${row.hour}:00`, row])} />
      </Chart>
      <Card title={teamCopy.reports.open.title}>
        <Table
          head={[teamCopy.reports.columns.age, teamCopy.reports.columns.inquiries]}
          rows={open.map(({ age, count }) => [teamCopy.reports.open.ages[age], counted(count)])}
          bars={open.map(({ count }) => count)}
        />
      </Card>
      <Card title={teamCopy.reports.members.title}>
        {members.length === 0 ? (
          <p>{teamCopy.reports.members.none}</p>
        ) : (
          <TimesTable
            label={teamCopy.reports.columns.member}
            hasBars
            rows={members.map((row) => [
              row.email === null ? teamCopy.reports.members.former : <PersonName key="name" email={row.email} />,
              row,
            ])}
          />
        )}
      </Card>
      {tags.length > 0 && (
        <Card title={teamCopy.reports.tags.title}>
          <TimesTable
            label={teamCopy.reports.columns.tag}
            hasBars
            rows={tags.map((row) => [row.name ?? teamCopy.reports.tags.deleted, row])}
          />
        </Card>
      )}
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="report-card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A chart, drawn for the width that it has, and its table. */
function Chart(props: { title: string; draw: (size: ChartSize) => string; children: ReactNode }) {
  const { title, draw, children } = props;
  const wide = useObjectUrl(draw("wide"), "image/svg+xml");
  const narrow = useObjectUrl(draw("narrow"), "image/svg+xml");
  const sizeOf = (size: ChartSize) => ({ width: chartSizes[size].width, height: chartSizes[size].height });
  return (
    <Card title={title}>
      <picture>
        <source media="(width < 36rem), (60rem <= width < 76rem)" srcSet={narrow} {...sizeOf("narrow")} />
        <img className="report-chart" src={wide} alt={teamCopy.reports.charts.alt(title)} {...sizeOf("wide")} />
      </picture>
      <Disclosure summary={teamCopy.reports.charts.table}>{children}</Disclosure>
    </Card>
  );
}

function TimesTable(props: {
  label: string;
  rows: ReadonlyArray<readonly [ReactNode, AnswerTimes]>;
  hasBars?: boolean;
}) {
  const { label, rows, hasBars = false } = props;
  return (
    <Table
      head={[
        label,
        teamCopy.reports.columns.answered,
        teamCopy.reports.columns.median,
        teamCopy.reports.columns.ninety,
      ]}
      rows={rows.map(([name, { answered, median, p90, isEstimate }]) => [
        name,
        counted(answered),
        durationText(median, isEstimate),
        durationText(p90, isEstimate),
      ])}
      bars={hasBars ? rows.map(([, { answered }]) => answered) : undefined}
    />
  );
}

/** A table whose first column names the rows; `bars` draws the number of each row beside its name. */
function Table(props: {
  head: readonly string[];
  rows: ReadonlyArray<readonly ReactNode[]>;
  bars?: readonly number[] | undefined;
}) {
  const { head, rows, bars } = props;
  const longest = Math.max(1, largest(bars ?? []));
  return (
    <table className="report-table">
      <thead>
        <tr>
          {head.map((name, at) => (
            <Fragment key={name}>
              <th scope="col">{name}</th>
              {at === 0 && bars !== undefined && <td className="report-bar" aria-hidden="true" />}
            </Fragment>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {bars !== undefined && (
              <td className="report-bar" aria-hidden="true">
                <svg>
                  <rect width={`${(100 * (bars[row] ?? 0)) / longest}%`} height="100%" rx="2" />
                </svg>
              </td>
            )}
            {cells.map((cell, at) => (
              <td key={head[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
