/** An inquiry as a visitor fills it in. */
export interface Inquiry {
  name: string;
  phone: string;
  email: string;
  city: string;
  query: string;
}

/** An impostor report is stored as an inquiry; it may lack a sender, and names what it is about. */
export const inquiryKinds = ["message", "impostor"] as const;

export type InquiryKind = (typeof inquiryKinds)[number];

export type InquiryField = keyof Inquiry;

export const inquiryFields = ["name", "phone", "email", "city", "query"] as const satisfies readonly InquiryField[];

/** Lengths in UTF-16 units, as in a browser's `maxlength`; 254 is RFC 5321's longest address (erratum 1690). */
export const inquiryLimits: Record<InquiryField, number> = {
  name: 100,
  phone: 40,
  email: 254,
  city: 100,
  query: 4000,
};

/** How long a member's browser stores the draft of a reply or a note after its last change. */
export const draftDays = 7;

/** Days that a deleted inquiry stays in the bin: the default, and the maximum that an owner can set. */
export const binDays = { usual: 30, most: 365 } as const;

/** Deleting or exporting more inquiries than this in one call requires step-up authentication. */
export const maxWithoutStepUp = 20;

/** Status of an inquiry. `suspected` holds likely spam until a person checks it. */
export const inquiryStatuses = ["new", "in progress", "answered", "closed", "suspected"] as const;

export type InquiryStatus = (typeof inquiryStatuses)[number];

/** Statuses that still need work. */
export const openStatuses = inquiryStatuses.filter((status) => status !== "closed");

/** Length of an idempotency key: a UUID, or as long and as random. */
export const submissionKey = { min: 16, max: 200 } as const;

/** Days that a browser retries a submission; the server keeps its keys for longer. */
export const resendDays = 7;

/** Minimum days that an unclosed inquiry is stored; see `daysUnclosed`. */
export const unclosedDays = 365;

/**
 * Days after which an unclosed inquiry is erased, counted from its submission and the team's last action. Never fewer
 * than for a closed one (`retentionDays`).
 */
export function daysUnclosed(retentionDays: number): number {
  return Math.max(unclosedDays, retentionDays);
}
