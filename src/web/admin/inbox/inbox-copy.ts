import type { InquiryKind, InquiryStatus } from "#domain/inquiries/inquiry.ts";

/** The statuses as shown on buttons and badges. */
export const statusLabels: Record<InquiryStatus, string> = {
  new: "New",
  "in progress": "In progress",
  answered: "Answered",
  closed: "Closed",
  suspected: "Suspected",
};

/** The view of the snoozed ones, and their mark in other views. */
export const snoozedLabel = "Snoozed";

/** The kinds as named by a filter. */
export const kindLabels: Record<InquiryKind, string> = { message: "Messages", impostor: "Impostor reports" };

/** The badge of a report, and the placeholder for a visitor without a name. */
export const reportLabel = "Impostor report";

/** Such as `12 inquiries`. */
export function inquiriesText(count: number): string {
  return count === 1 ? "1 inquiry" : `${count.toLocaleString("en-IN")} inquiries`;
}

/** The order of the list. */
export const orderCopy = {
  newest: "Newest first",
  oldest: "Oldest first",
  toNewest: "Show the newest first",
  toOldest: "Show who has waited longest first",
  ofSearch: "A search shows the newest first",
};

/** Choices of the filter by how long visitors have waited. */
export const waitingHours = [0, 1, 4, 24, 72];

export function waitingText(hours: number): string {
  if (hours === 0) return "Waiting for us";
  return hours % 24 === 0 && hours > 24 ? `Waiting over ${hours / 24} days` : `Waiting over ${hours} h`;
}

/** Names a tag that a link or a saved view has, and the team no longer. */
export const goneTag = "A tag that is gone";

/** The count of other inquiries of a person, which the server limits. */
export function countText(count: number): string {
  return count < 1000 ? String(count) : "1,000 or more";
}
