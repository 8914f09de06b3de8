import { z } from "zod";
import { inquiryLimits } from "#domain/inquiries/inquiry.ts";
import { requiredLine, typedLines } from "./text.ts";

const mailExample = "Email Address must be an address such as asha@example.com.";

export const inquirySchema = z
  .object({
    name: requiredLine("Full Name", inquiryLimits.name),
    phone: requiredLine("Phone Number", inquiryLimits.phone),
    email: requiredLine("Email Address", inquiryLimits.email).pipe(
      // Of any script (RFC 6531), so laxer than `z.email`: whether it exists is seen only when it is written to.
      z.email({ pattern: /^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]]+\.[^\s@.]{2,}$/u, error: mailExample }),
    ),
    city: requiredLine("City", inquiryLimits.city),
    query: typedLines("Message", inquiryLimits.query).min(1, "Message is required."),
  })
  .meta({ id: "Inquiry" });
