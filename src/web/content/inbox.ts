import type { InquiryKind } from "#domain/inquiry.ts";
import type { InquiryStatus } from "#domain/inquiry-status.ts";

/** The statuses as they stand on a button or a badge. */
export const statusLabels: Record<InquiryStatus, string> = {
  new: "New",
  "in progress": "In progress",
  answered: "Answered",
  closed: "Closed",
  suspected: "Suspected",
};

/** The kinds as a filter names them. */
export const kindLabels: Record<InquiryKind, string> = { message: "Messages", impostor: "Impostor reports" };

/** What marks a report, and stands for a visitor who gave no name. */
export const reportLabel = "Impostor report";

/** The text that an answer starts from until a saved reply is chosen. */
export const plainAnswer = "Hello {name},\n\nthank you for your message {reference}.\n\n";
