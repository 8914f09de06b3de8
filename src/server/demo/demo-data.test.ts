import { expect, it } from "vitest";
import { channelInputSchema } from "#contract/channels/channel.ts";
import { inquirySchema } from "#contract/inquiries/submission.ts";
import { channelTypes } from "#domain/brands/brands.ts";
import { day, minute } from "#domain/time/durations.ts";
import { demoChannels, demoInquiries, fillDemo } from "./demo-data.ts";
import { createTestApp } from "../testing.ts";

it("holds what the API would have taken, a channel of each type among it", () => {
  for (const channel of demoChannels) expect(channelInputSchema.parse(channel)).toEqual(channel);
  for (const inquiry of demoInquiries()) expect(inquirySchema.parse(inquiry)).toEqual(inquiry);
  expect(new Set(demoChannels.filter(({ isActive }) => isActive).map(({ type }) => type))).toEqual(
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
  const { clock } = test;
  const now = clock.now();
  const before = (await test.services.audit.list({}, { limit: 200 })).entries.length;
  await fillDemo(test.services, {
    owner: { email: "owner@example.com", password: "a long enough password" },
    agent: { email: "agent@example.com", password: "a long enough password" },
    now,
    setTime: (time) => clock.advance({ seconds: (time - clock.now()) / 1000 }),
  });
  const { counts, inquiries } = await test.services.inbox.list({}, { limit: 200 }, test.member.id);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(2);
  expect(new Set(inquiries.map(({ assignee }) => assignee?.email))).toEqual(
    new Set([undefined, "agent@example.com", "owner@example.com"]),
  );
  // Some wait for minutes and some for days, so that one can tell who has waited longest.
  const ages = inquiries.filter(({ status }) => status === "new").map(({ receivedAt }) => now - Date.parse(receivedAt));
  expect(Math.min(...ages)).toBeLessThan(5 * minute);
  expect(Math.max(...ages)).toBeGreaterThan(day);
  const { history } = (await test.services.inbox.find(inquiries.at(-1)?.id ?? "")) ?? {};
  const times = history?.map(({ at }) => at) ?? [];
  expect(times).toEqual(times.toSorted());
  expect(Date.parse(times.at(-1) ?? "")).toBeLessThan(now);
  expect(inquiries.some(({ others }) => others > 0)).toBe(true);
  const [newest] = inquiries;
  const files = (await test.services.inbox.find(newest?.id ?? ""))?.attachments;
  expect(files).toMatchObject([{ type: "image/webp", width: 360, height: 480 }]);
  const { attachment } = await test.dump();
  expect(attachment).toHaveLength(2);
  const { inquiry_note: notes, inquiry_entry: entries = [] } = await test.dump();
  expect(notes).not.toEqual([]);
  expect(new Set(entries.map((entry) => (entry as { kind: string }).kind))).toEqual(new Set(["reply", "answer"]));
  expect(await test.services.savedReplies.list()).toHaveLength(3);
  const { entries: log } = await test.services.audit.list({}, { limit: 200 });
  const logged = log.slice(0, log.length - before).map(({ at }) => at);
  expect(logged.length).toBeGreaterThan(40);
  expect(logged).toEqual(logged.toSorted().toReversed());
  await test.close();
});
