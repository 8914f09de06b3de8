import { copy } from "#copy/current.ts";
import type { InquiryField } from "#domain/inquiries/inquiry.ts";

/** The inquiry form's fields: what browsers fill in, and the size. */
export const inquiryInputs: Record<
  InquiryField,
  { type?: "email" | "tel"; autoComplete?: string; placeholder?: string; rows?: number }
> = {
  name: { autoComplete: "name" },
  phone: { type: "tel", autoComplete: "tel", placeholder: "+91 98765 43210" },
  email: { type: "email", autoComplete: "email" },
  city: { autoComplete: "address-level2" },
  query: { rows: 4 },
};

export function inquiryLabel(field: InquiryField): string {
  return copy.message.fields[field];
}
