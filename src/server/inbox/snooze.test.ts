import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import { hour } from "#domain/time/durations.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";
import { createInboxFeed, type FeedMessage } from "./feed/inbox-feed.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

async function call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object, headers: object = {}) {
  const response = await test.app.inject({
    method,
    url: `/api/${url}`,
    headers: { cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const list = async (query = ""): Promise<InboxPage> => (await call("GET", `contact-inquiries?${query}`)).body;
const names = async (query = "") => (await list(query)).inquiries.map(({ name }) => name);
const detail = async (id: string): Promise<InquiryDetail> => (await call("GET", `contact-inquiries/${id}`)).body;
const inHours = (hours: number) => new Date(test.clock.now() + hours * hour).toISOString();

async function receive(name: string): Promise<InquiryDetail & { key: string }> {
  const { reference, receiptKey } = await test.services.inquiries.submit({ ...goodInquiry, name });
  const { inquiries } = await list(`search=${reference}`);
  return { ...(await detail(inquiries[0]?.id ?? "")), key: receiptKey };
}

async function change(id: string, update: object) {
  const { version } = await detail(id);
  return call("PATCH", `contact-inquiries/${id}`, update, { "if-match": `"${version}"` });
}

describe("a snoozed inquiry", () => {
  it("leaves the list and its counts, is in a view of its own, and is found by a search", async () => {
    const { id } = await receive("Farid");
    await receive("Ravi");
    const until = inHours(3);
    const changed = await change(id, { snoozedUntil: until });
    expect(changed.body).toMatchObject({
      status: "new",
      snooze: { until, isOver: false },
      history: [{ what: "received" }, { what: "snooze", by: { id: test.member.id }, until }],
    });
    expect(await list()).toMatchObject({ inquiries: [{ name: "Ravi" }], counts: { new: 1 }, snoozedCount: 1 });
    expect(await names("status=new")).toEqual(["Ravi"]);
    expect(await list("snoozed=yes")).toMatchObject({ inquiries: [{ name: "Farid", snooze: { until } }] });
    expect(await names("snoozed=yes&search=ravi")).toEqual([]);
    expect(await names("search=farid")).toEqual(["Farid"]);
    const exported = (await call("GET", "contact-inquiries/export")).body;
    expect(exported).toEqual({ expected: 1 });
    const [entry] = (await call("GET", "audit-log?kind=inquiry-snoozed")).body.entries;
    expect(entry).toMatchObject({ by: { id: test.member.id }, about: { inquiry: id, until } });
  });

  it("comes back by itself at its time, before the others, until somebody acts on it", async () => {
    const { id } = await receive("Asha");
    for (const name of ["Ravi", "Meera"]) await receive(name);
    await change(id, { snoozedUntil: inHours(3) });
    test.clock.advance({ hours: 3 });
    expect(await list("limit=1")).toMatchObject({
      inquiries: [{ name: "Asha", snooze: { isOver: true } }, { name: "Meera" }],
      counts: { new: 3 },
      snoozedCount: 0,
    });
    expect(await names()).toEqual(["Asha", "Meera", "Ravi"]);
    const { next } = await list("limit=1");
    expect(await names(`limit=1&after=${next}`)).toEqual(["Ravi"]);
    expect((await change(id, { assigneeId: test.member.id })).body.snooze).toBeNull();
    expect(await names()).toEqual(["Meera", "Ravi", "Asha"]);
  });

  it("is woken by a member, by the visitor's answer, and by closing it", async () => {
    const [asha, ravi, meera] = [await receive("Asha"), await receive("Ravi"), await receive("Meera")];
    for (const { id } of [asha, ravi, meera]) await change(id, { status: "answered", snoozedUntil: "answer" });
    test.clock.advance({ days: 300 });
    cookie = await test.signIn();
    expect(await names()).toEqual([]);
    const woken = await change(asha.id, { snoozedUntil: null });
    expect(woken.body).toMatchObject({ snooze: null });
    expect(woken.body.history.at(-1)).toMatchObject({ what: "snooze", by: { id: test.member.id }, until: null });
    await test.services.conversations.answer(ravi.key, "Here it is.", {
      idempotencyKey: undefined,
      isSuspected: false,
    });
    const answered = await detail(ravi.id);
    expect(answered).toMatchObject({ status: "new", snooze: null });
    expect(answered.history.at(-1)).toMatchObject({ what: "snooze", by: null, until: null });
    const closed = await change(meera.id, { status: "closed" });
    expect(closed.body.history.at(-1)).toMatchObject({ what: "status", to: "closed" });
    expect(closed.body.snooze).toBeNull();
    // An undo sends the same.
    expect((await change(meera.id, { status: "answered", snoozedUntil: "answer" })).body.snooze).toMatchObject({
      until: "answer",
    });
    expect((await call("GET", "audit-log?kind=inquiry-woken")).body.entries).toMatchObject([
      { about: { inquiry: asha.id } },
    ]);
  });

  it("is snoozed again if the reply that closed it is taken back, unless that is over or was ended before", async () => {
    const closedBy = async (id: string) => {
      test.clock.advance({ seconds: 1 });
      const { version } = await detail(id);
      const reply = { id: randomUUID(), way: "page", text: "Paid out.", status: "closed" };
      const path = `contact-inquiries/${id}/replies`;
      expect((await call("POST", path, reply, { "if-match": `"${version}"` })).body).toMatchObject({ snooze: null });
      return () => call("DELETE", `replies/${reply.id}`);
    };
    const { id } = await receive("Asha");
    const until = inHours(1);
    await change(id, { assigneeId: test.member.id, snoozedUntil: until });
    for (let time = 0; time < 2; time += 1) {
      const { body } = await (await closedBy(id))();
      expect(body).toMatchObject({ status: "new", snooze: { until, isOver: false } });
    }
    expect(await list("snoozed=yes")).toMatchObject({ snoozedCount: 1 });
    test.clock.advance({ minutes: 59, seconds: 55 });
    const takeBack = await closedBy(id);
    test.clock.advance({ seconds: 3 });
    expect((await takeBack()).body).toMatchObject({ status: "new", snooze: null });

    await change(id, { snoozedUntil: "answer" });
    await change(id, { status: "closed" });
    await change(id, { status: "answered" });
    expect((await (await closedBy(id))()).body).toMatchObject({ status: "answered", snooze: null });
  });

  it("is counted as snoozed only outside the bin, and never if it is closed", async () => {
    const [asha, ravi] = [await receive("Asha"), await receive("Ravi")];
    await change(ravi.id, { status: "closed" });
    expect((await change(ravi.id, { snoozedUntil: "answer" })).body).toMatchObject({ snooze: null, version: 2 });
    await change(asha.id, { snoozedUntil: "answer" });
    await call("POST", "contact-inquiries/erase", { inquiries: [{ id: asha.id, version: 2 }] });
    expect(await list("snoozed=yes")).toMatchObject({ inquiries: [], snoozedCount: 0, counts: { new: 0, closed: 1 } });
    await call("POST", "contact-inquiries/restore", { ids: [asha.id] });
    expect(await list("snoozed=yes")).toMatchObject({ inquiries: [{ name: "Asha" }], snoozedCount: 1 });
  });
});

it("rejects a time that is past or too far away", async () => {
  const { id } = await receive("Asha");
  for (const hours of [-2, 366 * 24]) {
    const refused = await change(id, { snoozedUntil: inHours(hours) });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { snoozedUntil: expect.stringContaining("future") } },
    });
    const changes = [{ id, version: 1, snoozedUntil: inHours(hours) }];
    expect((await call("POST", "contact-inquiries/changes", { changes })).status).toBe(422);
  }
});

describe("open inboxes", () => {
  it("are told when a snooze ends, also those that were away at that time", async () => {
    const { id } = await receive("Asha");
    let tick = () => {};
    const feed = createInboxFeed({
      store: test.store.inboxChanges,
      now: test.clock.now,
      every: (run) => {
        tick = run;
        return setTimeout(() => {});
      },
    });
    const heard: FeedMessage[] = [];
    const reader = { send: (message: FeedMessage) => heard.push(message), end: () => {}, mayGoOn: async () => true };
    await feed.open(test.member, undefined, reader);
    await change(id, { snoozedUntil: inHours(1) });
    const { newest } = await test.store.inboxChanges.kept();
    tick();
    test.clock.advance({ hours: 2 });
    heard.length = 0;
    tick();
    // The event has no number: it is no stored change.
    const woken = { event: "change", data: { kind: "changed", id } };
    await expect.poll(() => heard).toEqual([woken]);
    heard.length = 0;
    await feed.open(test.member, newest, reader);
    await expect.poll(() => heard).toContainEqual(woken);
    feed.close();
  });
});
