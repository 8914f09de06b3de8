import { teamCopy } from "#copy/current.ts";
import { counted } from "#copy/locale/intl.ts";
import "./reports.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { AnswerTimes, Report } from "#contract/inbox/reports.ts";
import { reportPaths } from "#contract/team-api-paths.ts";
import { spanOf } from "#domain/time/first-answer.ts";
import { reportApi, reportFile, type Span } from "#web/api/report-api.ts";
import { useSite } from "#web/page/page-data.ts";
import { useLocation } from "#web/page/router.tsx";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
import { EmptyState } from "#web/ui/messages/empty-state.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { Page, Views } from "../shell/page.tsx";
import { PersonName } from "../shell/person.tsx";
import { durationText } from "./duration-text.ts";

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
    queryFn: () => reportApi.report(query),
  });
  return (
    <Page
      title={teamCopy.reports.title}
      actions={
        <a className={buttonClass("secondary", "small")} href={reportFile(reportPaths.csv, query)} download>
          <AdminIcon name="download" />
          CSV
        </a>
      }
    >
      <Views
        label={teamCopy.reports.days}
        views={spans.map((span) => ({
          to: `${paths.reports}?days=${span}`,
          label: teamCopy.reports.lastDays(span),
          icon: "chart",
          isCurrent: span === days,
        }))}
      />
      <LoadFailure what={teamCopy.reports.what} query={report} />
      {report.isPending && <Spinner text={teamCopy.reports.loading} />}
      {report.data !== undefined && <Figures report={report.data} query={query} />}
    </Page>
  );
}

function Figures({ report, query }: { report: Report; query: Span }) {
  const { total, days, hours, members, tags, open } = report;
  if (total.received === 0 && open.every(({ count }) => count === 0)) {
    return (
      <EmptyState>
        <h2>{teamCopy.reports.none}</h2>
        <p>{teamCopy.reports.noneHint}</p>
      </EmptyState>
    );
  }
  return (
    <div className="report">
      <dl className="report-totals">
        <Total label={teamCopy.reports.totals.inquiries} value={counted(total.received)}>
          {teamCopy.reports.totals.kinds(total.suspected, total.reports)}
        </Total>
        <Total label={teamCopy.reports.totals.firstAnswer} value={durationText(total.median, total.isEstimate)}>
          {total.p90 !== null && teamCopy.reports.totals.nineOfTen(durationText(total.p90, total.isEstimate))}
        </Total>
        <Total label={teamCopy.reports.totals.answered} value={counted(total.answered)}>
          {teamCopy.reports.totals.unanswered(total.unanswered)}
        </Total>
        <Total label={teamCopy.reports.totals.undelivered} value={counted(total.undelivered)}>
          {teamCopy.reports.totals.notAnswered}
        </Total>
      </dl>
      {total.isEstimate && <p className="report-note">{teamCopy.reports.estimateNote}</p>}
      <Chart title={teamCopy.reports.charts.received} path={reportPaths.receivedChart} query={query}>
        <Table
          head={[teamCopy.reports.columns.day, teamCopy.reports.columns.inquiries, teamCopy.reports.totals.undelivered]}
          rows={days.map((row) => [row.day, counted(row.received), counted(row.undelivered)])}
        />
      </Chart>
      <Chart title={teamCopy.reports.charts.answers} path={reportPaths.answersChart} query={query}>
        <TimesTable label={teamCopy.reports.columns.day} rows={days.map((row) => [row.day, row])} />
      </Chart>
      <Chart title={teamCopy.reports.charts.hours} path={reportPaths.hoursChart} query={query}>
        <TimesTable label={teamCopy.reports.columns.hour} rows={hours.map((row) => [`${row.hour}:00`, row])} />
      </Chart>
      <section aria-labelledby="report-members" className="report-card">
        <h2 id="report-members">{teamCopy.reports.members.title}</h2>
        {members.length === 0 ? (
          <p>{teamCopy.reports.members.none}</p>
        ) : (
          <TimesTable
            label={teamCopy.reports.columns.member}
            rows={members.map((row) => [
              row.email === null ? teamCopy.reports.members.former : <PersonName key="name" email={row.email} />,
              row,
            ])}
          />
        )}
      </section>
      {tags.length > 0 && (
        <section aria-labelledby="report-tags" className="report-card">
          <h2 id="report-tags">{teamCopy.reports.tags.title}</h2>
          <TimesTable
            label={teamCopy.reports.columns.tag}
            rows={tags.map((row) => [row.name ?? teamCopy.reports.tags.deleted, row])}
          />
        </section>
      )}
      <section aria-labelledby="report-open" className="report-card">
        <h2 id="report-open">{teamCopy.reports.open.title}</h2>
        <Table
          head={[teamCopy.reports.columns.age, teamCopy.reports.columns.inquiries]}
          rows={open.map(({ age, count }) => [teamCopy.reports.open.ages[age], counted(count)])}
        />
      </section>
    </div>
  );
}

function Total({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        <span>{children}</span>
      </dd>
    </div>
  );
}

/** A chart that the server draws, with its table. */
function Chart(props: { title: string; path: string; query: Span; children: ReactNode }) {
  const { title, path, query, children } = props;
  return (
    <section aria-label={title} className="report-card">
      <h2>{title}</h2>
      <img
        className="report-chart"
        src={reportFile(path, query)}
        alt={teamCopy.reports.charts.alt(title)}
        width={960}
        height={230}
      />
      <Disclosure summary={teamCopy.reports.charts.table}>{children}</Disclosure>
    </section>
  );
}

function TimesTable({ label, rows }: { label: string; rows: ReadonlyArray<readonly [ReactNode, AnswerTimes]> }) {
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
    />
  );
}

function Table({ head, rows }: { head: readonly string[]; rows: ReadonlyArray<readonly ReactNode[]> }) {
  return (
    <table className="report-table">
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={head[at]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={head[at]}>{cell}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
