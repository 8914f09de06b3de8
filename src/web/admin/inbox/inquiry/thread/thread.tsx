import { teamCopy } from "#copy/current.ts";
import { Fragment, type ReactNode, type Ref, memo, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Entry, InquiryDetail, MergedInquiry, Note } from "#contract/inbox/inbox.ts";
import type { InboxView } from "../../use-inbox-view.ts";
import { Link } from "#web/page/router.tsx";
import { useNow } from "#web/admin/shell/ago.tsx";
import { type DateFormats, useDateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Avatar } from "#web/admin/shell/person.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
import { historyText } from "../../change-text.ts";
import { Answer, Reply } from "./entry.tsx";
import { NoteText } from "../notes/note-text.tsx";
import { At, Author, VisitorText } from "./entry-parts.tsx";
import { type ThreadEvent, threadItems } from "./thread-items.ts";
import { earlierClass, useEarlier } from "./use-earlier.ts";
import { useNewestInView } from "./use-newest-in-view.ts";
import { whoWrote } from "../what-changed.ts";
import { filled } from "#web/ui/filled.tsx";

export interface ThreadCommands {
  /** Scrolls to the newest entry. */
  showNewest: () => void;
}

/**
 * The conversation: the visitor's message first, then what was said and done. It scrolls by itself. Memoized, since a
 * conversation may be long and the text below it changes with each key.
 */
export const Thread = memo(function Thread(props: {
  inquiry: InquiryDetail;
  view: InboxView;
  ref: Ref<ThreadCommands>;
}) {
  const { inquiry, view, ref } = props;
  const dates = useDateFormats();
  const now = useNow();
  const thread = useRef<HTMLDivElement>(null);
  const me = useMember();
  const newest = [...inquiry.notes, ...inquiry.entries]
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .at(-1);
  const count = inquiry.notes.length + inquiry.earlier + inquiry.entries.length;
  const { missed, showNewest } = useNewestInView(thread, count, newest?.author?.id === me.id);
  useImperativeHandle(ref, () => ({ showNewest }));
  const earlier = useEarlier(inquiry, thread);
  const said = useArrivals(inquiry);

  const all = threadItems(inquiry);
  // An inquiry that is merged into it may be older.
  const isBefore = ({ at }: { at: string }) => at < inquiry.receivedAt;
  const message = { kind: "message", at: inquiry.receivedAt } as const;
  const items = [...all.filter(isBefore), message, ...all.filter((item) => !isBefore(item))];
  const mergedOf = ({ mergedFrom }: Note | Entry) => inquiry.merged.find(({ id }) => id === mergedFrom);
  const lineOf = (event: ThreadEvent, time: (at: string) => string) => (
    // One change may make several at the same time.
    <EventLine key={`${event.at} ${inquiry.history.indexOf(event)}`} event={event} time={time} dates={dates} />
  );
  let shownDay = "";
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, also by the keyboard.
    <div ref={thread} className="thread" role="region" aria-label={teamCopy.inquiry.thread.label} tabIndex={0}>
      <ol>
        {items.map((item, place) => {
          const day = dates.day(item.at, now);
          const isNewDay = day !== shownDay;
          shownDay = day;
          return (
            <Fragment key={keyOf(item, place)}>
              {isNewDay && <li className="thread-day">{day}</li>}
              {item.kind === "message" ? (
                <>
                  <Message inquiry={inquiry} dates={dates} />
                  {inquiry.earlier > 0 && <ShowEarlier earlier={earlier} />}
                </>
              ) : item.kind === "merged" ? (
                <MergedMessage merged={item.merged} view={view} dates={dates} />
              ) : item.kind === "note" ? (
                <NoteEntry note={item.note} from={mergedOf(item.note)?.reference} dates={dates} />
              ) : item.kind === "entry" ? (
                item.entry.kind === "answer" ? (
                  <Answer
                    entry={item.entry}
                    name={(mergedOf(item.entry) ?? inquiry).name}
                    from={mergedOf(item.entry)?.reference}
                    dates={dates}
                  />
                ) : (
                  <Reply entry={item.entry} from={mergedOf(item.entry)?.reference} dates={dates} />
                )
              ) : item.kind === "event" ? (
                lineOf(item.event, dates.time)
              ) : (
                <Fold
                  events={item.events}
                  isOneDay={dates.day(item.events.at(-1)?.at ?? item.at, now) === day}
                  lineOf={lineOf}
                  dates={dates}
                />
              )}
            </Fragment>
          );
        })}
      </ol>
      {missed > 0 && (
        <button type="button" className="thread-missed" onClick={showNewest}>
          <AdminIcon name="down" /> {teamCopy.inquiry.thread.missed(missed)}
        </button>
      )}
      {[said, earlier.said].map((text, place) => (
        <p key={place} className="visually-hidden" role="status">
          {text}
        </p>
      ))}
    </div>
  );
});

/** The screen reader's announcement of what others write while the conversation is open. */
function useArrivals(inquiry: InquiryDetail): string {
  const me = useMember();
  const [said, setSaid] = useState("");
  const heard = useRef(inquiry);
  useEffect(() => {
    const who = whoWrote(heard.current, inquiry, me.id);
    heard.current = inquiry;
    if (who !== undefined && !who.isMeAlone) setSaid(teamCopy.inquiry.changes.arrived(who.text));
  }, [inquiry, me.id]);
  return said;
}

/** Stable where something before it is taken back. */
function keyOf(item: { kind: string; at: string; entry?: Entry; note?: Note }, place: number): string {
  return item.entry?.id ?? item.note?.id ?? `${item.kind} ${item.at} ${place}`;
}

function Message({ inquiry, dates }: { inquiry: InquiryDetail; dates: DateFormats }) {
  const { kind, way, name, reported, query, attachments, receivedAt, status, blocked, history } = inquiry;
  const isReport = kind === "impostor";
  const wasSuspected = history.some((event) => event.what === "received" && event.suspected);
  return (
    <li className="entry visitor">
      <header>
        <Avatar email={name || null} size="small" />
        <strong dir="auto">{name || teamCopy.inquiry.aVisitor}</strong>
        {way === "email" && <AdminIcon name="mail" />}
        <span className="entry-kind">
          {isReport ? (
            <Badge tone="bad">{teamCopy.inbox.report}</Badge>
          ) : (
            teamCopy.inquiry.thread.arrival[way ?? "unknown"]
          )}
        </span>
        <At at={receivedAt} dates={dates} />
      </header>
      {isReport && <Reported text={reported} />}
      <VisitorText text={query} isEmail={way === "email"} files={attachments} />
      {(status === "suspected" || wasSuspected) && (
        <p className="entry-suspected">
          <AdminIcon name="hidden" />
          {status === "suspected"
            ? blocked.length > 0
              ? teamCopy.inquiry.thread.suspectedBlocked
              : teamCopy.inquiry.thread.suspected
            : teamCopy.inquiry.thread.wasSuspected}
        </p>
      )}
    </li>
  );
}

/** The message of an inquiry that is merged into this one. */
function MergedMessage(props: { merged: MergedInquiry; view: InboxView; dates: DateFormats }) {
  const { merged, view, dates } = props;
  const { id, reference, kind, way, name, reported, query, receivedAt, attachments } = merged;
  return (
    <li className="entry visitor">
      <header>
        <Avatar email={name || null} size="small" />
        <strong dir="auto">{name || teamCopy.inquiry.aVisitor}</strong>
        <span className="entry-kind">
          {filled(teamCopy.inboxList.merge.from, {
            reference: <Link to={view.addressWith({ inquiry: id })}>{reference}</Link>,
          })}
        </span>
        <At at={receivedAt} dates={dates} />
      </header>
      {kind === "impostor" && <Reported text={reported} />}
      <VisitorText text={query} isEmail={way === "email"} files={attachments} />
    </li>
  );
}

/** Shows the subject of an impostor report. */
function Reported({ text }: { text: string }) {
  return (
    <p className="entry-reported" dir="auto">
      {/* Shown as text, not as a link: it is likely a thief's. */}
      <span>{teamCopy.inquiry.thread.reported}</span> <strong>{text}</strong>
    </p>
  );
}

const NoteEntry = memo(function NoteEntry(props: { note: Note; from: string | undefined; dates: DateFormats }) {
  const { note, from, dates } = props;
  return (
    <li className="entry note">
      <header>
        <Author author={note.author} />
        <AdminIcon name="lock" />
        <span className="entry-kind">
          {teamCopy.inquiry.thread.note}
          {from !== undefined && ` · ${teamCopy.inboxList.merge.mark(from)}`}
        </span>
        <At at={note.createdAt} dates={dates} />
      </header>
      <NoteText note={note} />
    </li>
  );
});

function ShowEarlier({ earlier }: { earlier: ReturnType<typeof useEarlier> }) {
  const { text, show, isPending, error } = earlier;
  return (
    <li className={earlierClass}>
      <Button variant="secondary" size="small" busy={isPending} onClick={show}>
        {isPending ? teamCopy.forms.loading : text}
      </Button>
      {error !== null && <p role="alert">{actionFailureText(error)}</p>}
    </li>
  );
}

/** Several events as one line: how many, and when the last was. Its events show when it is opened. */
function Fold(props: {
  events: readonly ThreadEvent[];
  isOneDay: boolean;
  lineOf: (event: ThreadEvent, time: (at: string) => string) => ReactNode;
  dates: DateFormats;
}) {
  const { events, isOneDay, lineOf, dates } = props;
  // The day stands above the first.
  const time = isOneDay ? dates.time : dates.recent;
  const last = events.at(-1);
  return (
    <li className="thread-fold">
      <Disclosure
        summary={
          <>
            {teamCopy.inquiry.thread.changes(events.length)}
            {last !== undefined && <At at={last.at} dates={dates} time={time} />}
          </>
        }
      >
        <ol>{events.map((event) => lineOf(event, time))}</ol>
      </Disclosure>
    </li>
  );
}

/** One line about something that happened. */
function EventLine(props: { event: ThreadEvent; time: (at: string) => ReactNode; dates: DateFormats }) {
  const { event, time, dates } = props;
  return (
    <li className="thread-event">
      <span title={event.by?.email}>{historyText(event, dates)}</span>
      <At at={event.at} dates={dates} time={time} />
    </li>
  );
}
