import { Fragment, type ReactNode, useEffect, useRef } from "react";
import type { HistoryEntry, InquiryDetail, Note } from "#contract/inbox.ts";
import { reportLabel } from "../inbox-copy.ts";
import { useNow } from "#web/admin/shell/ago.tsx";
import { type DateWords, useDateWords } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Avatar, PersonName } from "#web/admin/shell/person.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { formerMember, historyWords } from "../change-copy.ts";

/** The conversation: the visitor's message first, then what the team did. It scrolls by itself. */
export function Thread({ inquiry }: { inquiry: InquiryDetail }) {
  const dates = useDateWords();
  const now = useNow();
  const thread = useRef<HTMLDivElement>(null);
  const count = useRef(inquiry.notes.length);
  useEffect(() => {
    // A new note is in view.
    if (inquiry.notes.length > count.current) thread.current?.scrollTo({ top: thread.current.scrollHeight });
    count.current = inquiry.notes.length;
  }, [inquiry.notes.length]);

  const entries = [{ kind: "message", at: inquiry.receivedAt } as const, ...threadEntries(inquiry)];
  let shownDay = "";
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, also by the keyboard.
    <div ref={thread} className="thread" role="region" aria-label="Conversation" tabIndex={0}>
      <ol>
        {entries.map((entry, place) => {
          const day = dates.day(entry.at, now);
          const isNewDay = day !== shownDay;
          shownDay = day;
          return (
            <Fragment key={`${entry.kind} ${entry.at} ${place}`}>
              {isNewDay && <li className="thread-day">{day}</li>}
              {entry.kind === "message" ? (
                <Message inquiry={inquiry} dates={dates} />
              ) : entry.kind === "note" ? (
                <Entry kind="note" author={entry.note.author?.email ?? null} at={entry.at} dates={dates}>
                  {entry.note.text}
                </Entry>
              ) : entry.kind === "event" ? (
                <Event event={entry.event} time={dates.time} dates={dates} />
              ) : (
                <li className="thread-fold">
                  <Disclosure summary={`${entry.events.length} earlier changes`}>
                    <ol>
                      {entry.events.map((event) => (
                        <Event key={`${event.at} ${event.what}`} event={event} time={dates.recent} dates={dates} />
                      ))}
                    </ol>
                  </Disclosure>
                </li>
              )}
            </Fragment>
          );
        })}
      </ol>
    </div>
  );
}

function Message({ inquiry, dates }: { inquiry: InquiryDetail; dates: DateWords }) {
  const { kind, name, reported, query, receivedAt, status, history } = inquiry;
  const isReport = kind === "impostor";
  const wasSuspected = history.some((event) => event.what === "received" && event.suspected);
  return (
    <li className="entry visitor">
      <header>
        <Avatar email={name || null} size="small" />
        <strong dir="auto">{name || "A visitor"}</strong>
        <span className="entry-kind">{isReport ? <Badge tone="bad">{reportLabel}</Badge> : "contact form"}</span>
        <At at={receivedAt} dates={dates} />
      </header>
      {isReport && (
        <p className="entry-reported" dir="auto">
          {/* As text: it is likely a thief's link. */}
          <span>Reported</span> <strong>{reported}</strong>
        </p>
      )}
      {(!isReport || query !== "") && <EntryText>{query}</EntryText>}
      {(status === "suspected" || wasSuspected) && (
        <p className="entry-suspected">
          <AdminIcon name="hidden" />
          {status === "suspected"
            ? "It looks like spam. If it is not, mark it as new."
            : "It looked like spam when it came in."}
        </p>
      )}
    </li>
  );
}

/** What a member wrote. */
function Entry(props: { kind: "note"; author: string | null; at: string; dates: DateWords; children: string }) {
  const { kind, author, at, dates, children } = props;
  return (
    <li className={`entry ${kind}`}>
      <header>
        <Avatar email={author} size="small" />
        <strong>{author === null ? formerMember : <PersonName email={author} />}</strong>
        <AdminIcon name="lock" />
        <span className="entry-kind">note, only the team sees it</span>
        <At at={at} dates={dates} />
      </header>
      <EntryText>{children}</EntryText>
    </li>
  );
}

function EntryText({ children }: { children: string }) {
  return (
    <p className="entry-text" dir="auto" lang={langOf(children)}>
      {children}
    </p>
  );
}

/** One line about something that happened. */
function Event(props: { event: HistoryEntry; time: (at: string) => string; dates: DateWords }) {
  const { event, time, dates } = props;
  return (
    <li className="thread-event">
      <span title={event.by?.email}>{historyWords(event)}</span>
      <At at={event.at} dates={dates} time={time} />
    </li>
  );
}

/** The time of day, since the day stands above; the full time on hover and for screen readers. */
function At({ at, dates, time = dates.time }: { at: string; dates: DateWords; time?: (at: string) => ReactNode }) {
  const full = dates.full(at);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{time(at)}</span>
      <span className="visually-hidden">{full}</span>
    </time>
  );
}

type ThreadEvent = Exclude<HistoryEntry, { what: "received" }>;

/** What the thread of an inquiry shows after the visitor's message. A `fold` hides events until it is opened. */
type ThreadEntry =
  | { kind: "note"; at: string; note: Note }
  | { kind: "event"; at: string; event: ThreadEvent }
  | { kind: "fold"; at: string; events: readonly ThreadEvent[] };

const longestRun = 6;
const shownOfRun = 2;

/** The notes and events of an inquiry in time order; more than 6 events in a row fold, except for the last two. */
export function threadEntries({ notes, history }: Pick<InquiryDetail, "notes" | "history">): ThreadEntry[] {
  const entries: ThreadEntry[] = [];
  let run: ThreadEvent[] = [];
  function endRun() {
    const folded = run.length > longestRun ? run.slice(0, -shownOfRun) : [];
    const [first] = folded;
    if (first !== undefined) entries.push({ kind: "fold", at: first.at, events: folded });
    for (const event of run.slice(folded.length)) entries.push({ kind: "event", at: event.at, event });
    run = [];
  }
  const events = history.filter((event): event is ThreadEvent => event.what !== "received");
  const items = [
    ...notes.map((note) => ({ at: note.createdAt, note })),
    ...events.map((event) => ({ at: event.at, event })),
  ];
  for (const item of items.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    if ("event" in item) {
      run.push(item.event);
      continue;
    }
    endRun();
    entries.push({ kind: "note", ...item });
  }
  endRun();
  return entries;
}
