import "./reports.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { paths } from "#contract/paths.ts";
import type { AnswerTimes, Report } from "#contract/reports.ts";
import { reportPaths } from "#contract/team-api-paths.ts";
import { durationWords, spanOf } from "#domain/time/first-answer.ts";
import { reportApi, reportFile, type Span } from "#web/api/report-api.ts";
import { useSite } from "#web/page/page-data.ts";
import { useLocation } from "#web/page/router.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { Page, Views } from "../shell/page.tsx";
import { PersonName } from "../shell/person.tsx";
import { openWords, spans } from "./report-copy.ts";

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
      title="Reports"
      actions={
        <a className={buttonClass("secondary", "small")} href={reportFile(reportPaths.csv, query)} download>
          <AdminIcon name="download" />
          CSV
        </a>
      }
    >
      <Views
        label="Days"
        views={spans.map((span) => ({
          to: `${paths.reports}?days=${span}`,
          label: `Last ${span} days`,
          icon: "chart",
          isCurrent: span === days,
        }))}
      />
      <LoadFailure what="The report" query={report} />
      {report.isPending && <Spinner text="Loading the report..." />}
      {report.data !== undefined && <Figures report={report.data} query={query} />}
    </Page>
  );
}

function Figures({ report, query }: { report: Report; query: Span }) {
  const { total, days, hours, members, tags, open } = report;
  if (total.received === 0 && open.every(({ count }) => count === 0)) {
    return (
      <EmptyState>
        <h2>No inquiries in these days</h2>
        <p>Figures appear here a minute after inquiries arrive.</p>
      </EmptyState>
    );
  }
  return (
    <div className="report">
      <dl className="report-totals">
        <Total label="Inquiries" value={String(total.received)}>
          {total.suspected} suspected, {total.reports} reports of impostors
        </Total>
        <Total label="First answer, median" value={durationWords(total.median)}>
          9 of 10 within {durationWords(total.p90)}
        </Total>
        <Total label="Answered" value={String(total.answered)}>
          {total.unanswered} closed without an answer from us
        </Total>
      </dl>
      <Chart title="Inquiries a day" path={reportPaths.receivedChart} query={query}>
        <Table head={["Day", "Inquiries"]} rows={days.map((row) => [row.day, row.received])} />
      </Chart>
      <Chart title="First answer in minutes, median by day" path={reportPaths.answersChart} query={query}>
        <TimesTable label="Day" rows={days.map((row) => [row.day, row])} />
      </Chart>
      <Chart title="Inquiries by hour" path={reportPaths.hoursChart} query={query}>
        <TimesTable label="Hour" rows={hours.map((row) => [`${row.hour}:00`, row])} />
      </Chart>
      <section aria-labelledby="report-members">
        <h2 id="report-members">First answers by member</h2>
        {members.length === 0 ? (
          <p>Nobody has answered in these days.</p>
        ) : (
          <TimesTable
            label="Member"
            rows={members.map((row) => [
              row.email === null ? "Former members" : <PersonName key="name" email={row.email} />,
              row,
            ])}
          />
        )}
      </section>
      {tags.length > 0 && (
        <section aria-labelledby="report-tags">
          <h2 id="report-tags">First answers by tag</h2>
          <TimesTable label="Tag" rows={tags.map((row) => [row.name ?? "Deleted tags", row])} />
        </section>
      )}
      <section aria-labelledby="report-open">
        <h2 id="report-open">Open now, by age</h2>
        <Table head={["Age", "Inquiries"]} rows={open.map(({ age, count }) => [openWords[age], count])} />
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
    <section aria-label={title}>
      <h2>{title}</h2>
      <img
        className="report-chart"
        src={reportFile(path, query)}
        alt={`Chart: ${title}. The table below has its values.`}
        width={960}
        height={230}
      />
      <Disclosure summary="Table">{children}</Disclosure>
    </section>
  );
}

function TimesTable({ label, rows }: { label: string; rows: ReadonlyArray<readonly [ReactNode, AnswerTimes]> }) {
  return (
    <Table
      head={[label, "Answered", "Median", "90 % within"]}
      rows={rows.map(([name, { answered, median, p90 }]) => [
        name,
        answered,
        durationWords(median),
        durationWords(p90),
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
