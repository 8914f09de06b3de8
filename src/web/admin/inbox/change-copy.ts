import type { Person } from "#contract/inbox.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry-status.ts";

/** A change as text after a count or a reference: `12 marked closed`. */
export function markedWords(status: InquiryStatus): string {
  return `marked ${status}`;
}

export function assignedWords(person: Person | undefined): string {
  return person === undefined ? "assigned to nobody" : `assigned to ${person.email}`;
}
