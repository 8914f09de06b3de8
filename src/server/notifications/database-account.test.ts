import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { goodInquiry } from "../testing-api.ts";
import { createDeliveries } from "./testing-deliveries.ts";

/** A database account that can write to each table, and wants the desk's mail server to send what it likes. */

const origin = "https://desk.example.com";
const thief = "thief@example.net";
const lure = "Pay the fee to thief@upi";
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
let desk: Awaited<ReturnType<typeof createDeliveries>>;

beforeEach(async () => {
  desk = await createDeliveries(origin);
  await desk.signIn();
  const { version } = await desk.services.settings.view();
  const mail = { ...desk.input.mail!, to: ["team@example.com"] };
  await desk.services.settings.save({ ...desk.input, mail, webhook: null, telegram: null }, version);
  desk.services.notifications.start({ origin, log: quiet });
  await desk.services.inquiries.submit(goodInquiry);
  await desk.settled();
  desk.mailServer.mails.length = 0;
});
afterEach(() => desk.close());

const inquiry = () => desk.db.selectFrom("inquiry").select(["id", "version"]).executeTakeFirstOrThrow();

/** Puts a row into the outbox, and waits until it was tried or dropped. */
async function queue(kind: string, payload: object, about: { id?: string; inquiryId: string }): Promise<void> {
  const { id = randomUUID(), inquiryId } = about;
  const time = desk.clock.now();
  const row = { id, kind, channel: "email", state: "waiting" as const, attempts: 0, next_at: time, created_at: time };
  await desk.db
    .insertInto("outbox")
    .values({ ...row, inquiry_id: inquiryId, payload: JSON.stringify(payload) })
    .execute();
  desk.services.outbox.wake();
  const untried = async () => (await desk.rows()).filter((each) => each.id === id && each.tried_at === null);
  await expect.poll(untried).toEqual([]);
}

/** An entry in a thread that says it is the team's. */
async function forgeReply(inquiryId: string): Promise<string> {
  const [id, time] = [randomUUID(), desk.clock.now()];
  const entry = { id, inquiry_id: inquiryId, kind: "reply" as const, way: "email" as const, text: lure };
  const rest = { member_id: desk.member.id, created_at: time, leaves_at: time, delivery: "waiting" as const };
  await desk.db
    .insertInto("inquiry_entry")
    .values({ ...entry, ...rest })
    .execute();
  return id;
}

async function reply(text: string): Promise<{ id: string; inquiryId: string }> {
  const { id: inquiryId, version } = await inquiry();
  const input = { id: randomUUID(), way: "email" as const, text };
  expect((await desk.services.replies.send(inquiryId, Number(version), input, desk.member)).ok).toBe(true);
  return { id: input.id, inquiryId };
}

async function leave(): Promise<void> {
  desk.clock.advance({ seconds: leavesAfterMs / 1000 + 5 });
  desk.services.outbox.wake();
  await desk.settled();
}

const at = 1_790_000_000_000;
const event = { by: lure, at, to: thief };
it.each<[kind: string, payload: object]>([
  ["inquiry", { to: thief }],
  ["answer", { to: thief, entry: "any" }],
  ["channel-change", { to: thief, change: 1 }],
  ["inbox-notice", { ...event, notice: "exported", count: 1 }],
  ["late-answers", { to: thief, promised: lure, median: 1, at }],
  ["site-change", { ...event, waits: true, changes: [{ path: "notice", before: "", after: lure }] }],
  ["trust-change", { ...event, kind: "mail", state: "waits", member: lure, fields: [lure], from: null }],
  ["mention", { member: "thief" }],
  ["security-notice", { memberId: "thief", notice: "new-device", at, device: lure }],
  ["password-reset", { memberId: "thief" }],
  ["invitation", { memberId: "thief", by: null }],
])("mails no %s to an address that it wrote", async (kind, payload) => {
  await desk.db
    .insertInto("member")
    .values({ id: "thief", email: thief, email_key: thief, password_hash: "x", role: "owner", created_at: 1 })
    .execute();
  await queue(kind, payload, { inquiryId: (await inquiry()).id });
  expect(desk.mailServer.mails).toEqual([]);
  // Dropped for its receiver, not failed for its form.
  expect((await desk.rows()).filter(({ payload: kept }) => kept === JSON.stringify(payload))).toEqual([]);
});

it("mails no reply that it wrote", async () => {
  const { id: inquiryId } = await inquiry();
  for (const kind of ["reply", "reply-notice"])
    for (const payload of [{}, { proof: "made up" }])
      await queue(kind, payload, { id: await forgeReply(inquiryId), inquiryId });
  expect(desk.mailServer.mails).toEqual([]);
  const problems = (await desk.rows()).filter(({ kind }) => kind.startsWith("reply")).map(({ problem }) => problem);
  expect(problems).toHaveLength(4);
  for (const problem of problems) expect(problem).toContain("Nothing proves that the team wrote this text");
});

it.each([
  ["text", () => desk.db.updateTable("inquiry_entry").set({ text: lure }).execute()],
  ["address", () => desk.db.updateTable("inquiry").set({ email: thief }).execute()],
])("mails no reply of the team whose %s it changed, until the team sends it again", async (_what, change) => {
  const { id } = await reply("It is paid out.");
  await change();
  await leave();
  expect(desk.mailServer.mails).toEqual([]);
  expect(await desk.services.replies.retry(id)).not.toBeNull();
  desk.services.outbox.wake();
  await desk.mailServer.untilTaken(1);
});

it("mails no reply whose file it changed", async () => {
  const { id: inquiryId, version } = await inquiry();
  const files = { files: [Buffer.from("%PDF-1.7 of ours")] };
  const input = { id: randomUUID(), way: "email" as const, text: "Your statement", files };
  expect((await desk.services.replies.send(inquiryId, Number(version), input, desk.member)).ok).toBe(true);
  const content = Buffer.from("%PDF-1.7 of a thief").toString("base64");
  const { id } = await desk.db.selectFrom("attachment").select("id").executeTakeFirstOrThrow();
  await desk.db.deleteFrom("attachment_part").execute();
  await desk.db.updateTable("attachment").set({ stored_as: null }).execute();
  const part = { id: `${id}-0`, attachment_id: id, position: 0, content };
  await desk.db.insertInto("attachment_part").values(part).execute();
  await leave();
  expect(desk.mailServer.mails).toEqual([]);
  expect((await desk.rows()).find((row) => row.id === input.id)?.problem).toContain("Nothing proves");
});

it("mails nothing else with the proof of a reply", async () => {
  const { id, inquiryId } = await reply("It is paid out.");
  const row = (await desk.rows()).find((each) => each.id === id);
  await queue("reply", JSON.parse(row?.payload ?? "") as object, { id: await forgeReply(inquiryId), inquiryId });
  expect(desk.mailServer.mails).toEqual([]);
  await leave();
  expect(desk.mailServer.mails).toMatchObject([{ to: [goodInquiry.email] }]);
  expect(desk.mailServer.mails[0]?.text).toContain("It is paid out.");
});
