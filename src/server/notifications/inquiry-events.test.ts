import { afterEach, beforeEach, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { createDeliveries } from "./testing-deliveries.ts";

const origin = "https://desk.example.com";
let desk: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => (desk = await setUp()));
afterEach(() => desk.close());

/** The app with a webhook alone, and an inquiry whose arrival it has received. */
async function setUp() {
  const test = await createDeliveries(origin);
  const { services } = test;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const set = async (change: object = {}) => {
    const { version } = await services.settings.view();
    const input = { ...test.input, mail: null, telegram: null, ...change };
    expect(await services.settings.save(input, version)).toMatchObject({ ok: true });
  };
  await set();
  await test.signIn();
  services.notifications.start({ origin, log });
  const { reference, receiptKey } = await services.inquiries.submit(goodInquiry);
  await test.hook.untilCalled(1);
  const [row] = await test.db.selectFrom("inquiry").select("id").execute();
  const id = row?.id ?? "";
  return {
    ...test,
    set,
    reference,
    receiptKey,
    id,
    about: { id, reference, link: `${origin}/ContactAdmin/inquiries?inquiry=${id}` },
    version: async () => (await services.inbox.find(id))?.version ?? NaN,

    /** The events after the arrival, once nothing is due. */
    async events() {
      await test.settled();
      return test.hook.calls.slice(1).map(({ body }) => JSON.parse(body));
    },
  };
}

async function reply(text: string, author: { tokenName?: string } = {}) {
  const input = { id: crypto.randomUUID(), way: "page" as const, text, status: undefined };
  const sent = await desk.services.replies.send(desk.id, await desk.version(), input, { ...desk.member, ...author });
  expect(sent.ok).toBe(true);
  return input.id;
}

async function pass(minutes: number) {
  desk.clock.advance({ minutes });
  desk.services.outbox.wake();
}

it("an event has who set a status and what it was; an assignee has none", async () => {
  const { services, member, id } = desk;
  await services.inbox.change(id, await desk.version(), { assigneeId: member.id }, member);
  await services.inbox.change(id, await desk.version(), { status: "in progress" }, member);
  const token = { ...member, tokenName: "Sync" };
  await services.inbox.change(id, await desk.version(), { status: "closed" }, token);
  const event = { type: "inquiry.status_changed", timestamp: new Date(desk.clock.now()).toISOString() };
  expect(await desk.events()).toEqual([
    { ...event, data: { ...desk.about, from: "new", to: "in progress", by: member.email, token: null } },
    { ...event, data: { ...desk.about, from: "in progress", to: "closed", by: null, token: "Sync" } },
  ]);
});

it("an event is sent where a visitor's answer reopens an inquiry", async () => {
  const { services, member, id } = desk;
  await services.inbox.change(id, await desk.version(), { status: "answered" }, member);
  const options = { idempotencyKey: undefined, isSuspected: false };
  await services.conversations.answer(desk.receiptKey, "It is still missing.", options);
  const events = await desk.events();
  expect(events.map(({ type, data }) => [type, data.to, data.by])).toContainEqual([
    "inquiry.status_changed",
    "new",
    null,
  ]);
});

it("an event is sent once a reply has left, with its text only if the settings say so", async () => {
  await reply("It is paid out.");
  expect((await desk.rows()).filter(({ kind }) => kind === "inquiry-replied")).toHaveLength(1);
  expect(desk.hook.calls).toHaveLength(1);
  await pass(1);
  const data = { ...desk.about, way: "page", by: desk.member.email, token: null };
  expect(await desk.events()).toMatchObject([{ type: "inquiry.replied", data }]);
  expect(desk.hook.calls[1]?.body).not.toContain("paid");
  await desk.set({ says: "all" });
  await reply("It is paid out.", { tokenName: "Sync" });
  await pass(1);
  const whole = { ...data, by: null, token: "Sync", reply: "It is paid out." };
  expect((await desk.events()).at(-1)).toMatchObject({ type: "inquiry.replied", data: whole });
});

it("an event is not sent for a reply that was taken back", async () => {
  const id = await reply("It is paid out.");
  expect(await desk.services.replies.takeBack(id, desk.member)).toMatchObject({ ok: true });
  await pass(1);
  await expect.poll(async () => (await desk.rows()).filter(({ state }) => state === "waiting")).toEqual([]);
  expect(desk.hook.calls).toHaveLength(1);
});

it("an event has of an erased inquiry what a receiver needs to erase its copy, and nothing else", async () => {
  expect(await desk.services.inquiries.eraseByReceipt(desk.receiptKey)).toBe(true);
  const { id, reference } = desk;
  expect(await desk.events()).toMatchObject([{ type: "inquiry.erased", data: { id, reason: "visitor" } }]);
  const kept = await desk.rows();
  expect(kept).toHaveLength(1);
  for (const secret of [...Object.values(goodInquiry), reference]) expect(JSON.stringify(kept)).not.toContain(secret);
});

it("an event is not stored where no webhook is set up", async () => {
  await desk.set({ webhook: null });
  await desk.services.inbox.change(desk.id, await desk.version(), { status: "closed" }, desk.member);
  await desk.services.inquiries.eraseByReceipt(desk.receiptKey);
  expect(await desk.rows()).toEqual([]);
});

it("a status that could not be sent is over once anything gets through to the webhook", async () => {
  const { services, member, id } = desk;
  desk.hook.response = (response) => response.writeHead(500).end();
  await services.inbox.change(id, await desk.version(), { status: "closed" }, member);
  await desk.settled();
  expect((await services.outbox.health()).failing).toMatchObject([{ channel: "webhook", messages: 1 }]);
  desk.hook.response = (response) => response.writeHead(204).end();
  desk.clock.advance({ seconds: 5 });
  await services.inquiries.submit(goodInquiry);
  await desk.settled();
  expect(await services.outbox.health()).toMatchObject({ failing: [] });
  expect((await services.outbox.list({ limit: 10 })).deliveries.map(({ to }) => to)).toEqual([null, null, null]);
});
