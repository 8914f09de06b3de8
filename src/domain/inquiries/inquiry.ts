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
