import type { HistoryEntry, Person } from "#contract/inbox.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import type { DateWords } from "#web/admin/shell/dates.ts";
import { personName } from "#web/admin/shell/person.tsx";
import { statusLabels } from "./inbox-copy.ts";
import { untilWords } from "./snooze/snooze-copy.ts";

/** A change as text after a count or a reference: `12 marked closed`. */
export function markedWords(status: InquiryStatus): string {
  return `marked ${status}`;
}

/** Closes an inquiry and goes on, by one button and one key. */
export const closeNextLabel = "Close and open the next";

/** Who is writing to the visitor. */
export function answeringText(members: readonly Person[]): string {
  const names = members.map(({ email }) => personName(email));
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} answering`;
}

export function assignedWords(person: Person | undefined): string {
  return person === undefined ? "assigned to nobody" : `assigned to ${personName(person.email)}`;
}

/** Says that a change was not made. */
export function staleText(reference: string): string {
  return `${reference} was changed by somebody else meanwhile. Please look, and try again`;
}

/** The author of a note or a reply who has no account any more. */
export const formerMember = "A former member";

export function authorName(author: Person | null): string {
  return author === null ? formerMember : personName(author.email);
}

/** An event of an inquiry's history as a sentence. */
export function historyWords(event: HistoryEntry, dates: DateWords): string {
  if (event.what === "received") return event.suspected ? "Received as suspected." : "Received.";
  const by = event.by === null ? "The system or a former member" : personName(event.by.email);
  const who = "isByAnswer" in event && event.isByAnswer ? "The visitor's answer" : by;
  if (event.what === "snooze")
    return event.until === null ? `${who} ended the snooze.` : `${who} snoozed it ${untilWords(event.until, dates)}.`;
  if (event.what === "status") {
    return `${who} changed ${statusLabels[event.from]} to ${statusLabels[event.to]}.`;
  }
  if (event.what === "blocked") return `${by} blocked the sender.`;
  if (event.what === "unblocked") return `${by} unblocked the sender.`;
  if (event.what === "imported") return importWords(event);
  if ("other" in event) return mergeWords(event, by);
  if (event.what === "binned") return `${by} deleted it.`;
  if ("tag" in event)
    return event.what === "tagged" ? `${by} tagged it ${event.tag}.` : `${by} removed the tag ${event.tag}.`;
  if (event.what === "restored") return `${by} restored it from the bin.`;
  if (event.to === null) return `${by} assigned it to nobody.`;
  return event.by?.id === event.to.id ? `${by} took it.` : `${by} assigned it to ${personName(event.to.email)}.`;
}

const importSources: Readonly<Record<string, string>> = { chatwoot: "Chatwoot", freescout: "FreeScout", csv: "a file" };

function importWords({ source, number }: Extract<HistoryEntry, { what: "imported" }>): string {
  return `Imported from ${importSources[source] ?? source}${number === null ? "" : `, number ${number}`}.`;
}

function mergeWords({ what, by: member, other }: Extract<HistoryEntry, { other: unknown }>, by: string): string {
  const name = other?.reference ?? "an inquiry that is erased";
  if (what === "merged") return `${by} merged it into ${name}.`;
  if (what === "absorbed") return `${by} merged ${name} into it.`;
  if (what === "released") return `${by} undid the merge of ${name}.`;
  // Ended by the software: the other one was erased, or its visitor wrote while the other one was in the bin.
  return member === null
    ? `It is on its own again, no more merged into ${name}.`
    : `${by} undid the merge into ${name}.`;
}
