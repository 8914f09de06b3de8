import { expect, it } from "vitest";
import { contactInputSchema } from "#contract/contact.ts";
import { inquirySchema } from "#contract/inquiry.ts";
import { channelTypes } from "#domain/channel.ts";
import { demoContacts, demoInquiries } from "./demo-data.ts";

it("holds what the API would have taken, a channel of each type among it", () => {
  for (const contact of demoContacts) expect(contactInputSchema.parse(contact)).toEqual(contact);
  for (const inquiry of demoInquiries()) expect(inquirySchema.parse(inquiry)).toEqual(inquiry);
  expect(new Set(demoContacts.filter(({ isActive }) => isActive).map(({ type }) => type))).toEqual(
    new Set(channelTypes),
  );
});

it("names nobody: made-up numbers and addresses only", () => {
  for (const { phone, email } of demoInquiries()) {
    expect(phone).toMatch(/^\+91 90000 \d{5}$/);
    expect(email).toMatch(/@example\.com$/);
  }
});
