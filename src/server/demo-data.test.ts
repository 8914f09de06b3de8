import { expect, it } from "vitest";
import { contactInputSchema } from "#contract/contact.ts";
import { inquirySchema } from "#contract/submission.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { demoContacts, demoInquiries, fillDemo } from "./demo-data.ts";
import { createTestApp } from "./testing.ts";

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

it("fills an inbox that the team has been working in", async () => {
  const test = await createTestApp();
  await test.signIn();
  await fillDemo(test.services, { email: "agent@example.com", password: "a long enough password" });
  const { counts, inquiries } = await test.services.inbox.list({}, { limit: 200 }, test.member.id);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(2);
  expect(new Set(inquiries.map(({ assignee }) => assignee?.email))).toEqual(
    new Set([undefined, "agent@example.com", "owner@example.com"]),
  );
  expect(inquiries.some(({ others }) => others > 0)).toBe(true);
  expect((await test.dump()).inquiry_note).not.toEqual([]);
  expect(await test.services.savedReplies.list()).toHaveLength(3);
  await test.close();
});
