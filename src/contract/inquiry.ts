import { z } from "zod";
import { inquiryLimits } from "#domain/inquiries/inquiry.ts";
import { requiredLine, typedLines } from "./text.ts";

export const inquirySchema = z
  .object({
    name: requiredLine("Full Name", inquiryLimits.name),
    phone: requiredLine("Phone Number", inquiryLimits.phone),
    email: requiredLine("Email Address", inquiryLimits.email).pipe(
      z.email("Email Address must be an address such as asha@example.com."),
    ),
    city: requiredLine("City", inquiryLimits.city),
    query: typedLines("Message", inquiryLimits.query).min(1, "Message is required."),
  })
  .meta({ id: "Inquiry" });
