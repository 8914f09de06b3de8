import type { HistoryEntry, Person } from "#contract/inbox.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { personName } from "#web/admin/shell/person.tsx";
import { statusLabels } from "./inbox-copy.ts";

/** A change as text after a count or a reference: `12 marked closed`. */
export function markedWords(status: InquiryStatus): string {
  return `marked ${status}`;
}

export function assignedWords(person: Person | undefined): string {
  return person === undefined ? "assigned to nobody" : `assigned to ${personName(person.email)}`;
}

/** The author of a note who has no account any more. */
export const formerMember = "A former member";

/** An event of an inquiry's history as a sentence. */
export function historyWords(entry: HistoryEntry): string {
  if (entry.what === "received") return entry.suspected ? "Received; it looked like spam." : "Received.";
  const by = entry.by === null ? "The system or a former member" : personName(entry.by.email);
  if (entry.what === "status") return `${by} changed ${statusLabels[entry.from]} to ${statusLabels[entry.to]}.`;
  if (entry.what === "binned") return `${by} deleted it.`;
  if (entry.what === "restored") return `${by} restored it from the bin.`;
  if (entry.to === null) return `${by} assigned it to nobody.`;
  return entry.by?.id === entry.to.id ? `${by} took it.` : `${by} assigned it to ${personName(entry.to.email)}.`;
}
