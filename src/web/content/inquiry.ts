import type { InquiryField } from "#domain/inquiry.ts";

/** The inquiry form's labels, and what helps a phone to fill it in. */
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

/** What a visitor is told once the message is with the team. */
export const inquirySent = "Message Sent Successfully!";
