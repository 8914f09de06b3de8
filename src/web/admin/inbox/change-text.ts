import { teamCopy } from "#copy/current.ts";
import type { HistoryEntry, Person } from "#contract/inbox/inbox.ts";
import type { DateFormats } from "#web/admin/shell/dates.ts";
import { personName } from "#web/admin/shell/person.tsx";
import { changeTexts, valueText } from "./choice-texts.ts";
import { untilText } from "./snooze/snooze-text.ts";
import { isOfChoice, type ShownEvent } from "./undone-events.ts";

/** Returns who is writing to the visitor. */
export function answeringText(members: readonly Person[]): string {
  return teamCopy.inbox.answering(members.map(({ email }) => personName(email)));
}

export function assignedText(person: Person | undefined): string {
  return person === undefined
    ? teamCopy.inbox.words.unassigned
    : teamCopy.inbox.words.assigned(personName(person.email));
}

/** The author of a note or a reply, who may have no account any more. */
export function authorName(author: Person | null): string {
  return author === null ? teamCopy.inbox.formerMember : personName(author.email);
}

/** An event of an inquiry's history as a sentence, and whether it was undone. */
export function historyText({ isUndone = false, ...event }: ShownEvent, dates: DateFormats): string {
  return isUndone ? teamCopy.inbox.history.undone(eventText(event, dates)) : eventText(event, dates);
}

function eventText(event: HistoryEntry, dates: DateFormats): string {
  if (event.what === "received") {
    return event.suspected ? teamCopy.inbox.history.receivedSuspected : teamCopy.inbox.history.received;
  }
  const author = event.by === null ? teamCopy.inbox.history.nobody : personName(event.by.email);
  const who =
    "isByAnswer" in event && event.isByAnswer
      ? teamCopy.inbox.history.theAnswer
      : "isByFailure" in event && event.isByFailure
        ? teamCopy.inbox.history.theFailure
        : author;
  if (event.what === "snooze") {
    return event.until === null
      ? teamCopy.inbox.history.woken(who)
      : teamCopy.inbox.history.snoozed(who, untilText(event.until, dates));
  }
  if (isOfChoice(event)) {
    const { what, from, to } = event;
    return changeTexts(what).history(who, valueText(what, from), valueText(what, to));
  }
  if (event.what === "blocked") return teamCopy.inbox.history.blocked(author);
  if (event.what === "unblocked") return teamCopy.inbox.history.unblocked(author);
  if (event.what === "imported") return importText(event);
  if ("other" in event) return mergeText(event, author);
  if (event.what === "binned") return teamCopy.inbox.history.binned(author);
  if ("tag" in event) {
    return event.what === "tagged"
      ? teamCopy.inbox.history.tagged(author, event.tag)
      : teamCopy.inbox.history.untagged(author, event.tag);
  }
  if (event.what === "restored") return teamCopy.inbox.history.restored(author);
  if (event.to === null) return teamCopy.inbox.history.unassigned(author);
  return event.by?.id === event.to.id
    ? teamCopy.inbox.history.taken(author)
    : teamCopy.inbox.history.assigned(author, personName(event.to.email));
}

const programs: ReadonlyMap<string, string> = new Map([
  ["chatwoot", "Chatwoot"],
  ["freescout", "FreeScout"],
]);

function importText({ source, number }: Extract<HistoryEntry, { what: "imported" }>): string {
  const from = source === "csv" ? teamCopy.inbox.history.aFile : (programs.get(source) ?? source);
  return number === null ? teamCopy.inbox.history.imported(from) : teamCopy.inbox.history.importedNumber(from, number);
}

function mergeText({ what, by: member, other }: Extract<HistoryEntry, { other: unknown }>, author: string): string {
  const name = other?.reference ?? teamCopy.inbox.history.erased;
  if (what === "merged") return teamCopy.inbox.history.merged(author, name);
  if (what === "absorbed") return teamCopy.inbox.history.absorbed(author, name);
  if (what === "released") return teamCopy.inbox.history.released(author, name);
  return member === null ? teamCopy.inbox.history.unmergedItself(name) : teamCopy.inbox.history.unmerged(author, name);
}
