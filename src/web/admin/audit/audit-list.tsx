import { teamCopy } from "#copy/current.ts";
import { locale } from "#copy/locale/language.ts";
import { Fragment, memo, type RefObject, useMemo } from "react";
import type { AuditedChange, AuditEntryView } from "#contract/audit.ts";
import { paths } from "#contract/paths.ts";
import { auditEvents, type AuditGroup } from "#domain/audit.ts";
import { hour } from "#domain/time/durations.ts";
import { useSite } from "#web/page/page-data.ts";
import { Link } from "#web/page/router.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
import { useNow } from "../shell/ago.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { AdminIcon, type AdminIconName } from "../shell/icons.tsx";
import { Avatar, PersonName } from "../shell/person.tsx";
import { type Detail, sentenceOf } from "./audit-sentences.ts";
import { type AuditRow, toRows } from "./audit-rows.ts";

/** The entries as sentences, by day, newest first. `hasMore`: the last row may have more entries than are loaded. */
export function AuditList(props: {
  list: RefObject<HTMLOListElement | null>;
  entries: readonly AuditEntryView[];
  changes: ReadonlyMap<number, AuditedChange>;
  /** References of the inquiries that are not erased, by id. */
  references: ReadonlyMap<string, string>;
  emails: ReadonlyMap<string, string>;
  hasMore: boolean;
}) {
  const { list, entries, changes, references, emails, hasMore } = props;
  const times = useTimes();
  const rows = toRows(entries);
  return (
    <>
      <div className="audit-columns" aria-hidden="true">
        <span>{teamCopy.audit.list.time}</span>
        <span>{teamCopy.audit.list.who}</span>
        <span>
          <span>{teamCopy.audit.list.what}</span>
          <span className="audit-details">{teamCopy.audit.list.details}</span>
        </span>
        <span>{teamCopy.audit.list.about}</span>
        <span>{teamCopy.audit.list.number}</span>
      </div>
      <ol ref={list} className="plain-list audit-list">
        {rows.map((row, place) => {
          const day = times.day(row[0].at);
          const before = rows[place - 1]?.[0];
          return (
            <Fragment key={row[0].number}>
              {(before === undefined || times.day(before.at) !== day) && (
                <li className="audit-day" tabIndex={-1}>
                  <h2>{day}</h2>
                </li>
              )}
              <Row
                row={row}
                times={times}
                change={changes.get(Number(row[0].about["change"]))}
                references={references}
                emails={emails}
                isOpen={hasMore && place === rows.length - 1 && row.length > 1}
              />
            </Fragment>
          );
        })}
      </ol>
    </>
  );
}

/** The icon of each subject, and of what owners should notice. */
export const auditIcons: Record<AuditGroup, AdminIconName> = {
  warnings: "warning",
  channels: "channels",
  "sign-ins": "lock",
  inquiries: "inbox",
  team: "team",
  settings: "settings",
  server: "log",
};

interface RowProps {
  row: AuditRow;
  times: Times;
  change: AuditedChange | undefined;
  references: ReadonlyMap<string, string>;
  emails: ReadonlyMap<string, string>;
  isOpen: boolean;
}

/** One row: when, who, what, and what it is about. Several entries of one action unfold. */
const Row = memo(
  function Row({ row, times, change, references, emails, isOpen }: RowProps) {
    const [entry] = row;
    const { number, at, kind, by } = entry;
    const emailOf = (id: string) => emails.get(id);
    const { what, details } = sentenceOf(entry, { emailOf, when: times.when, change, count: row.length, isOpen });
    const { about, alarms } = auditEvents[kind];
    return (
      <li className="audit-entry target-row" tabIndex={-1}>
        <Time at={at} times={times} />
        <span className="audit-who">
          <Avatar email={by?.email ?? null} size="small" />
          <span>{by !== null ? <PersonName email={by.email} /> : nobodyText(entry)}</span>
        </span>
        <div className="audit-what">
          <strong className={alarms ? "audit-alarm" : undefined}>
            <AdminIcon name={auditIcons[alarms ? "warnings" : about]} />
            {what}
          </strong>
          {details.length > 0 && (
            <span className="audit-details">
              {details.map((detail, place) => (
                <Fragment key={place}>
                  {place > 0 && " · "}
                  <DetailText detail={detail} />
                </Fragment>
              ))}
            </span>
          )}
          {row.length > 1 && (
            <Disclosure className="row-target" summary={teamCopy.audit.list.showAll(row.length)}>
              <ol className="plain-list audit-each">
                {row.map((each) => (
                  <li key={each.number} className="target-row">
                    <Time at={each.at} times={times} />
                    <span className="audit-about">
                      <About entry={each} references={references} />
                    </span>
                    <span className="audit-number">{each.number}</span>
                  </li>
                ))}
              </ol>
            </Disclosure>
          )}
        </div>
        <span className="audit-about">{row.length === 1 && <About entry={entry} references={references} />}</span>
        <span className="audit-number">
          <span className="visually-hidden">{teamCopy.audit.list.number} </span>
          {row.length === 1 ? number : `${row.at(-1)?.number}–${number}`}
        </span>
      </li>
    );
  },
  // A row keeps its first entry, and grows only while it is the last one.
  (before, after) =>
    before.row[0] === after.row[0] &&
    before.row.length === after.row.length &&
    before.isOpen === after.isOpen &&
    before.change === after.change &&
    before.emails === after.emails &&
    before.row.every(
      ({ about: { inquiry } }) => before.references.get(String(inquiry)) === after.references.get(String(inquiry)),
    ) &&
    before.times === after.times,
);

/** Shown in place of a name if nobody was signed in. */
function nobodyText({ kind }: AuditEntryView): string {
  return auditEvents[kind].about === "sign-ins" ? teamCopy.audit.list.unknown : teamCopy.audit.list.server;
}

function DetailText({ detail }: { detail: Detail }) {
  if (typeof detail === "string") return <bdi lang={langOf(detail)}>{detail}</bdi>;
  const { label, before, after } = detail;
  return (
    <>
      {label !== "" && `${label}: `}
      <span className="visually-hidden">{teamCopy.audit.list.beforeOld}</span>
      <bdi lang={langOf(before)}>{before}</bdi>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">{teamCopy.audit.list.beforeNew}</span>
      <ins>
        <bdi lang={langOf(after)}>{after}</bdi>
      </ins>
    </>
  );
}

/** Shows an entry's subject: a change of the channels or an inquiry, with a link; an erased inquiry by its id. */
function About({ entry, references }: { entry: AuditEntryView; references: ReadonlyMap<string, string> }) {
  const { about } = entry;
  const { change, inquiry, passkey } = about;
  if (typeof change === "number")
    return (
      <Link className="row-target" to={`${paths.history}#change-${change}`}>
        {teamCopy.audit.list.change(change)}
      </Link>
    );
  if (typeof inquiry === "string") {
    const reference = references.get(inquiry);
    if (reference === undefined)
      return <Id text={teamCopy.audit.list.inquiry(inquiry.slice(0, shortId))} id={inquiry} />;
    return (
      <Link className="row-target" to={`${paths.inbox}?inquiry=${inquiry}`}>
        {reference}
      </Link>
    );
  }
  return typeof passkey === "string" ? (
    <Id text={teamCopy.audit.list.passkey(passkey.slice(0, shortId))} id={passkey} />
  ) : null;
}

/** The start of an id tells it from its neighbours; the rest shows on hover. */
const shortId = 8;

function Id({ text, id }: { text: string; id: string }) {
  return <span title={id}>{text}</span>;
}

/** The time of day; the full time on hover and for screen readers. */
function Time({ at, times }: { at: string; times: Times }) {
  const full = times.full(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{times.time(at)}</span>
      <span className="visually-hidden">{full}</span>
    </time>
  );
}

interface Times {
  /** `Today, Monday 23 November`; with the year if it is another one. */
  day: (instant: string) => string;
  time: (instant: string) => string;
  /** Formats an instant other than that of the entry, with its day. */
  when: (instant: string) => string;
  full: (instant: string) => string;
}

function useTimes(): Times {
  const { timeZone } = useSite();
  const dates = useDateFormats();
  const formats = useMemo(() => {
    const parts = { timeZone, weekday: "long", day: "numeric", month: "long" } as const;
    return {
      day: new Intl.DateTimeFormat(locale(), parts),
      oldDay: new Intl.DateTimeFormat(locale(), { ...parts, year: "numeric" }),
      year: new Intl.DateTimeFormat(locale(), { timeZone, year: "numeric" }),
    };
  }, [timeZone]);
  // The words change at midnight, and the rows only then.
  const now = useNow();
  const [today, yesterday, thisYear] = [
    formats.oldDay.format(now),
    formats.oldDay.format(now - 24 * hour),
    formats.year.format(now),
  ];
  return useMemo(
    () => ({
      day(instant) {
        const at = new Date(instant);
        const whole = formats.oldDay.format(at);
        const text = (formats.year.format(at) === thisYear ? formats.day.format(at) : whole).replace(",", "");
        return whole === today
          ? teamCopy.audit.list.today(text)
          : whole === yesterday
            ? teamCopy.audit.list.yesterday(text)
            : text;
      },
      time: dates.time,
      when: dates.recent,
      full: dates.exact,
    }),
    [formats, dates, today, yesterday, thisYear],
  );
}
