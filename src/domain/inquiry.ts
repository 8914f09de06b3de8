/** What a visitor writes to the team. */
export interface Inquiry {
  name: string;
  phone: string;
  email: string;
  city: string;
  query: string;
}

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

/** An inquiry that nobody has closed is erased so many days after it was sent. */
export const unclosedDays = 365;
