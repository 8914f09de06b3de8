/** What a visitor writes to the team. */
export interface Inquiry {
  name: string;
  phone: string;
  email: string;
  city: string;
  query: string;
}

/** An impostor report is written like a message; it may leave out who wrote it, and names what it is about. */
export const inquiryKinds = ["message", "impostor"] as const;

export type InquiryKind = (typeof inquiryKinds)[number];

export type InquiryField = keyof Inquiry;

export const inquiryFields = ["name", "phone", "email", "city", "query"] as const satisfies readonly InquiryField[];

/** Lengths in UTF-16 units, as a browser's `maxlength` counts them; 254 is RFC 5321's longest address (erratum 1690). */
export const inquiryLimits: Record<InquiryField, number> = {
  name: 100,
  phone: 40,
  email: 254,
  city: 100,
  query: 4000,
};
