import { z } from "zod";
import { inquiryLimits } from "#domain/inquiry.ts";
import { requiredText } from "./text.ts";

export const inquirySchema = z
  .object({
    name: requiredText("Full Name", inquiryLimits.name),
    phone: requiredText("Phone Number", inquiryLimits.phone),
    email: requiredText("Email Address", inquiryLimits.email).pipe(
      z.email("Email Address must be an address such as asha@example.com."),
    ),
    city: requiredText("City", inquiryLimits.city),
    query: requiredText("Message", inquiryLimits.query),
  })
  .meta({ id: "Inquiry" });
