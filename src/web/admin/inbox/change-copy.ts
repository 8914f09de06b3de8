import type { HistoryEntry, Person } from "#contract/inbox.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { personName } from "#web/admin/shell/person.tsx";
import { statusLabels } from "./inbox-copy.ts";

/** A change as text after a count or a reference: `12 marked closed`. */
export function markedWords(status: InquiryStatus): string {
  return `marked ${status}`;
}

/** Who is writing to the visitor. */
export function answeringText(members: readonly Person[]): string {
  const names = members.map(({ email }) => personName(email));
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} answering`;
}

export function assignedWords(person: Person | undefined): string {
  return person === undefined ? "assigned to nobody" : `assigned to ${personName(person.email)}`;
}

/** The author of a note or a reply who has no account any more. */
export const formerMember = "A former member";

export function authorName(author: Person | null): string {
  return author === null ? formerMember : personName(author.email);
}

/** An event of an inquiry's history as a sentence. */
export function historyWords(event: HistoryEntry): string {
  if (event.what === "received") return event.suspected ? "Received; it looked like spam." : "Received.";
  const by = event.by === null ? "The system or a former member" : personName(event.by.email);
  if (event.what === "status") {
    const who = event.isByAnswer ? "The visitor's answer" : by;
    return `${who} changed ${statusLabels[event.from]} to ${statusLabels[event.to]}.`;
  }
  if (event.what === "binned") return `${by} deleted it.`;
  if ("tag" in event)
    return event.what === "tagged" ? `${by} tagged it ${event.tag}.` : `${by} removed the tag ${event.tag}.`;
  if (event.what === "restored") return `${by} restored it from the bin.`;
  if (event.to === null) return `${by} assigned it to nobody.`;
  return event.by?.id === event.to.id ? `${by} took it.` : `${by} assigned it to ${personName(event.to.email)}.`;
}
