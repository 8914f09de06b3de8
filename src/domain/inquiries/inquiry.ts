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

/** Ways by which inquiries come. `api`: a program sent it, not a browser. */
export const inquiryWays = ["form", "email", "import", "api"] as const;

export type InquiryWay = (typeof inquiryWays)[number];

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

/** Maximum length of a reply or an answer, in the same units. */
export const entryLimit = 4000;

/** Max members that a note can mention. */
export const maxMentionsPerNote = 10;

/** Days for which a member's browser stores the draft of a reply or a note after its last change. */
export const draftDays = 7;

/** Deleting or exporting more inquiries than this in one call requires step-up authentication. */
export const maxWithoutStepUp = 20;

/** A view of the inbox is counted up to this: one more means that there are others. */
export const maxViewCount = 1000;

/** Status of an inquiry. `suspected` holds likely spam until a person checks it. */
export const inquiryStatuses = ["new", "in progress", "answered", "closed", "suspected"] as const;

export type InquiryStatus = (typeof inquiryStatuses)[number];

/** Statuses that still need work. */
export const openStatuses = inquiryStatuses.filter((status) => status !== "closed");

/** Statuses in which the visitor waits for the team. */
export const waitingStatuses: readonly InquiryStatus[] = ["new", "in progress"];

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

/** No vowels, to avoid words; no letter or digit that is easily confused when read aloud. */
const referenceLetters = "23456789BCDFGHJKMNPQRSTVWXZ";

const referencePattern = new RegExp(`^#?([${referenceLetters}]{3})[-\\s\u2010-\u2015]?([${referenceLetters}]{3})$`);

/** Normalizes a typed reference: `k7p 4mx` is `K7P-4MX`. Null if it is not a reference. */
export function readReference(text: string): string | null {
  const [, start, end] = referencePattern.exec(text.trim().normalize("NFKC").toUpperCase()) ?? [];
  return start === undefined || end === undefined ? null : `${start}-${end}`;
}

/** Creates a reference such as `K7P-4MX`. `random` gives that many random bytes. */
export function newReference(random: (size: number) => Uint8Array): string {
  let picked = "";
  while (picked.length < 6) {
    for (const byte of random(12)) {
      // Bytes past the last full round would favour the first letters.
      if (byte < 256 - (256 % referenceLetters.length) && picked.length < 6)
        picked += referenceLetters[byte % referenceLetters.length];
    }
  }
  return `${picked.slice(0, 3)}-${picked.slice(3)}`;
}

/** A visitor's report of an impostor. Only `reported` is required. */
export interface ImpostorReport {
  /** The number, link or name. */
  reported: string;
  happened: string;
  /** An email address or a number of the visitor, for questions. */
  reach: string;
}

export type ReportField = keyof ImpostorReport;

export const reportFields = ["reported", "happened", "reach"] as const satisfies readonly ReportField[];

/** Lengths in UTF-16 units, as in a browser's `maxlength`. */
export const reportLimits: Record<ReportField, number> = { reported: 500, happened: 4000, reach: 254 };
