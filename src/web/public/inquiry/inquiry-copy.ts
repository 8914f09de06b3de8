import type { InquiryField } from "#domain/inquiries/inquiry.ts";

/** The inquiry form's labels and autofill hints. */
export const inquiryWords: Record<
  InquiryField,
  { label: string; type?: "email" | "tel"; autoComplete?: string; placeholder?: string; rows?: number }
> = {
  name: { label: "Full Name", autoComplete: "name" },
  phone: { label: "Phone Number", type: "tel", autoComplete: "tel", placeholder: "+91 98765 43210" },
  email: { label: "Email Address", type: "email", autoComplete: "email" },
  city: { label: "City", autoComplete: "address-level2" },
  query: { label: "Message", rows: 4 },
};

/** The confirmation shown to the visitor. */
export const inquirySent = "Message Sent Successfully!";
