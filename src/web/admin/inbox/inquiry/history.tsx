import { teamCopy } from "#copy/current.ts";
import { useId } from "react";
import type { HistoryEntry, InquiryDetail, MergedInquiry } from "#contract/inbox/inbox.ts";
import type { ChangedName } from "#domain/inquiries/choices.ts";
import { Ago, useNow } from "#web/admin/shell/ago.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon, type AdminIconName } from "#web/admin/shell/icons.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Disclosure } from "#web/ui/panels/disclosure.tsx";
import { historyText } from "../change-text.ts";
import { openPanelId } from "../list/use-row-focus.ts";
import { ChoiceIcon } from "../list/status.tsx";
import { foldUndone, isOfChoice, type ShownEvent } from "../undone-events.ts";
import type { InquiryActions } from "../use-changes.ts";

interface HistoryProps {
  inquiry: InquiryDetail;
  actions: Pick<InquiryActions, "merge">;
}

const shownAtFirst = 4;

/** The history from the server, newest first. A merge that lasts can be undone. */
export function History({ inquiry, actions }: HistoryProps) {
  const id = useId();
  const dates = useDateFormats();
  const now = useNow();
  const newestFirst = foldUndone(inquiry.history).toReversed();
  const undoable = (event: HistoryEntry) =>
    event.what === "absorbed" && newestFirst.find((each) => isMergeOf(each, event.other?.id)) === event
      ? inquiry.merged.find(({ id: mergedId }) => mergedId === event.other?.id)
      : undefined;
  const lines = (events: readonly ShownEvent[]) => (
    <ol>
      {events.map((event) => (
        // One change may make several at the same time.
        <li key={`${event.at} ${newestFirst.length - newestFirst.indexOf(event)}`}>
          <EventIcon event={event} />
          <span title={event.by?.email}>{historyText(event, dates)}</span> <Ago at={event.at} now={now} dates={dates} />
          <UndoMerge from={undoable(event)} into={inquiry} actions={actions} />
        </li>
      ))}
    </ol>
  );
  return (
    <section className="details-history" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{teamCopy.inquiry.details.history}</h3>
      {lines(newestFirst.slice(0, shownAtFirst))}
      {newestFirst.length > shownAtFirst && (
        <Disclosure summary={teamCopy.inquiry.details.earlierEntries(newestFirst.length - shownAtFirst)}>
          {lines(newestFirst.slice(shownAtFirst))}
        </Disclosure>
      )}
    </section>
  );
}

const icons: Record<Exclude<HistoryEntry["what"], ChangedName>, AdminIconName> = {
  received: "inbox",
  imported: "upload",
  assignee: "person",
  tagged: "tag",
  untagged: "tag",
  snooze: "moon",
  blocked: "hidden",
  unblocked: "shown",
  merged: "merge",
  absorbed: "merge",
  unmerged: "undo",
  released: "undo",
  binned: "trash",
  restored: "undo",
};

/** The kind of an event; a choice has the shape that it has in the list. */
function EventIcon({ event }: { event: HistoryEntry }) {
  if (isOfChoice(event)) return <ChoiceIcon name={event.what} value={event.to} />;
  if (event.what === "assignee" && event.to === null) return <AdminIcon name="unassigned" />;
  if (event.what === "snooze" && event.until === null) return <AdminIcon name="clock" />;
  return <AdminIcon name={icons[event.what]} />;
}

const isMergeOf = (event: HistoryEntry, id: string | undefined) => event.what === "absorbed" && event.other?.id === id;

/** Undoes a merge into the open inquiry; renders nothing without one. */
function UndoMerge(props: { from: MergedInquiry | undefined; into: InquiryDetail; actions: HistoryProps["actions"] }) {
  const { from, into, actions } = props;
  if (from === undefined) return null;
  return (
    <Button
      variant="plain"
      className="undo-merge"
      aria-label={teamCopy.inboxList.merge.undoOne(from.reference)}
      onClick={() => {
        // The button goes with the merge.
        document.getElementById(openPanelId)?.focus();
        actions.merge({ from, into, isUndo: true });
      }}
    >
      {teamCopy.inboxList.merge.undo}
    </Button>
  );
}
