import { teamCopy } from "#copy/current.ts";
import { durationText } from "#copy/duration-text.ts";
import { spanTexts } from "#copy/locale/days.ts";
import { counted } from "#copy/locale/intl.ts";
import { locale } from "#copy/locale/language.ts";
import type { ReactNode } from "react";
import { paths } from "#contract/paths.ts";
import type { Report } from "#contract/inbox/reports.ts";
import { Link } from "#web/page/router.tsx";

/** The figures of the whole report, each compared with as many days before. */
export function Totals({ report: { total, before, open } }: { report: Report }) {
  const span = teamCopy.reports.before.span(...spanTexts(before.from, before.to));
  const isOpen = open.reduce((sum, { count }) => sum + count, 0);
  const isOlder = open.reduce((sum, { age, count }) => (age === "hour" || age === "day" ? sum : sum + count), 0);
  const { suspected, impostors, unanswered, undelivered } = teamCopy.reports.totals;
  const notes = [
    total.suspected > 0 && suspected(total.suspected),
    total.reports > 0 && impostors(total.reports),
    total.unanswered > 0 && unanswered(total.unanswered),
    total.undelivered > 0 && undelivered(total.undelivered),
  ].filter((note) => note !== false);
  return (
    <>
      <dl className="report-totals">
        <Total label={teamCopy.reports.totals.inquiries} value={counted(total.received)}>
          <Change before={before.received} now={total.received} span={span} />
        </Total>
        <Total
          label={teamCopy.reports.totals.firstAnswer}
          brief={teamCopy.reports.totals.firstAnswerBrief}
          value={durationText(total.median, total.isEstimate)}
        >
          <Pace before={before.median} now={total.median} span={span} />
          {total.p90 !== null && (
            <p className="report-aside">
              {teamCopy.reports.totals.nineOfTen(durationText(total.p90, total.isEstimate))}
            </p>
          )}
        </Total>
        <Total label={teamCopy.reports.totals.answered} value={counted(total.answered)}>
          <Change before={before.answered} now={total.answered} span={span} />
        </Total>
        <Total label={teamCopy.reports.totals.open} value={counted(isOpen)}>
          {isOpen > 0 && (
            <p>
              {isOlder > 0 && `${teamCopy.reports.totals.olderThanDay(isOlder)} · `}
              <Link className="row-target" to={paths.inbox}>
                {teamCopy.reports.totals.toInbox}
              </Link>
            </p>
          )}
        </Total>
      </dl>
      {notes.length > 0 && <p className="report-note">{notes.join(" · ")}</p>}
      {total.isEstimate && <p className="report-note">{teamCopy.reports.estimateNote}</p>}
    </>
  );
}

/** One figure; `brief` is its label in the narrow strip of phones. */
function Total(props: { label: string; brief?: string; value: string; children: ReactNode }) {
  const { label, brief, value, children } = props;
  return (
    <div className="target-row">
      {brief === undefined ? (
        <dt>{label}</dt>
      ) : (
        <dt>
          <span className="at-desk">{label}</span>
          <span className="at-phone">{brief}</span>
        </dt>
      )}
      <dd>
        <strong>{value}</strong>
        {children}
      </dd>
    </div>
  );
}

/** The change; that there was nothing before is left out on phones. */
function Change({ before, now, span }: { before: number; now: number; span: string }) {
  return <p className={before === 0 ? "report-aside" : undefined}>{changeText(before, now, span)}</p>;
}

/** Returns how much more or less it is than before, in percent of before. */
function changeText(before: number, now: number, span: string): string {
  if (before === now) return before === 0 ? "" : teamCopy.reports.before.same(span);
  if (before === 0) return teamCopy.reports.before.none(span);
  const format = new Intl.NumberFormat(locale(), { maximumFractionDigits: 0, signDisplay: "always" });
  return teamCopy.reports.before.change(`${format.format((100 * (now - before)) / before)} %`, span);
}

/** Shows how much faster or slower the first answers are than before; less than a minute does not count. */
function Pace({ before, now, span }: { before: number | null; now: number | null; span: string }) {
  if (before === null || now === null) return null;
  const { faster, slower, asFast } = teamCopy.reports.before;
  if (Math.abs(now - before) < 1) return <p>{asFast(span)}</p>;
  const difference = durationText(Math.abs(now - before));
  return now < before ? <p data-tone="good">{faster(difference, span)}</p> : <p>{slower(difference, span)}</p>;
}
