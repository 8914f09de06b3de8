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

/** The initial text of a reply until a saved reply is chosen. */
export const plainAnswer = "Hello {name},\n\nthank you for your message {reference}.\n\n";
