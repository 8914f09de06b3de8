import type { HistoryEntry } from "#contract/inbox/inbox.ts";
import { type ChangedName, changedNames } from "#domain/inquiries/choices.ts";
import { minute } from "#domain/time/durations.ts";

/** An undo is offered for seconds; one that somebody thinks about first takes longer. */
const undoWindow = minute;

/** An event of which nothing is left, since its member undid it at once. */
export type ShownEvent<Event extends HistoryEntry = HistoryEntry> = Event & { isUndone?: boolean };

type ChoiceEvent = Extract<HistoryEntry, { what: ChangedName }>;

export const isOfChoice = (event: HistoryEntry): event is ChoiceEvent =>
  changedNames.some((name) => name === event.what);

/** The events, each pair of a change and its undo as one. */
export function foldUndone<Event extends HistoryEntry>(events: readonly Event[]): Array<ShownEvent<Event>> {
  const undos = new Set<Event>();
  return events.flatMap((event, at): Array<ShownEvent<Event>> => {
    if (undos.has(event)) return [];
    const next = events.slice(at + 1).find((later) => subjectOf(later) === subjectOf(event));
    if (next === undefined || !isUndo(event, next)) return [event];
    undos.add(next);
    return [{ ...event, isUndone: true }];
  });
}

/** Returns the subject of an event: an undo is the next change of the same subject. */
function subjectOf(event: HistoryEntry): string {
  if ("tag" in event) return `tag ${event.tag}`;
  if ("other" in event) return `${event.what.endsWith("merged") ? "into" : "from"} ${event.other?.id}`;
  if (event.what === "blocked" || event.what === "unblocked") return "block";
  return event.what === "binned" || event.what === "restored" ? "bin" : event.what;
}

function isUndo(event: HistoryEntry, next: HistoryEntry): boolean {
  const isBySame = event.by !== null && event.by.id === next.by?.id;
  if (!isBySame || Date.parse(next.at) - Date.parse(event.at) > undoWindow) return false;
  if (isOfChoice(event)) return isOfChoice(next) && next.to === event.from && next.from === event.to;
  if (event.what === "assignee")
    return next.what === "assignee" && next.to?.id === event.from?.id && next.from?.id === event.to?.id;
  if (event.what === "snooze") return event.until !== null && next.what === "snooze" && next.until === null;
  return next.what !== event.what;
}
