import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { day } from "#domain/time/durations.ts";
import { goodInquiry } from "../testing-api.ts";
import { createInboxTest, type InboxTest } from "./testing-inbox.ts";

let test: InboxTest;
beforeEach(async () => {
  test = await createInboxTest();
});
afterEach(() => test.close());

/** An answer by email; of the inquiry's own address, that anybody can have sent it. */
async function answerByEmail(name: string, isOwn: boolean): Promise<void> {
  test.clock.advance({ minutes: 60 });
  const { id } = await test.row(name);
  const sender = isOwn ? goodInquiry.email : null;
  const entry = { id: randomUUID(), inquiryId: id, text: "Please reply.", way: "email" as const, sender };
  await test.store.conversations.addAnswer(
    { ...entry, isQuiet: false, attachments: [] },
    [],
    undefined,
    test.clock.now(),
  );
}

async function reply(name: string, status?: "answered" | "closed"): Promise<string> {
  const { id, version } = await test.row(name);
  const entry = randomUUID();
  const response = await test.app.inject({
    method: "POST",
    url: `/api/contact-inquiries/${id}/replies`,
    headers: { cookie: test.cookie, "if-match": `"${version}"` },
    payload: { id: entry, way: "phone", text: "We are on it.", status },
  });
  expect(response.statusCode).toBe(201);
  return entry;
}

describe("by activity", () => {
  it("an inquiry comes first whose visitor wrote, or whose snooze has ended, and stays there", async () => {
    const key = await test.receive("A");
    for (const name of ["B", "C", "D"]) await test.receive(name);
    expect(await test.names("sort=activity")).toEqual(["D", "C", "B", "A"]);
    await test.answer(key);
    expect(await test.names("sort=activity")).toEqual(["A", "D", "C", "B"]);
    await test.change("B", { snoozedUntil: new Date(test.clock.now() + 3_600_000).toISOString() });
    expect(await test.names("sort=activity")).toEqual(["A", "D", "C"]);
    expect(await test.names("sort=activity&snoozed=yes")).toEqual(["B"]);
    test.clock.advance({ hours: 2 });
    expect(await test.names("sort=activity")).toEqual(["B", "A", "D", "C"]);
    // A member's action moves nothing.
    await test.change("B", { assigneeId: test.member.id });
    await test.change("D", { status: "in progress" });
    expect(await test.names("sort=activity")).toEqual(["B", "A", "D", "C"]);
    expect(await test.names("sort=activity&status=new")).toEqual(["B", "A", "C"]);
    expect(await test.names("sort=activity&assignee=me")).toEqual(["B"]);
    // The order is as before if none is given.
    expect(await test.names("")).toEqual(["D", "C", "B", "A"]);
  });

  it("a snooze that was ended early moves nothing", async () => {
    for (const name of ["A", "B"]) await test.receive(name);
    await test.change("A", { snoozedUntil: new Date(test.clock.now() + 3_600_000).toISOString() });
    await test.change("A", { snoozedUntil: null });
    expect(await test.names("sort=activity")).toEqual(["B", "A"]);
  });

  it("is paged without repetitions, also of those at the same time", async () => {
    for (let index = 0; index < 9; index += 1) {
      if (index % 3 === 0) test.clock.advance({ minutes: 1 });
      await test.services.inquiries.submit({ ...goodInquiry, name: `N${index}` });
    }
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page: InboxPage = await test.list(`sort=activity&limit=2${after === "" ? "" : `&after=${after}`}`);
      seen.push(...page.inquiries.map(({ name }) => name));
      after = page.next;
    }
    expect(seen).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((index) => `N${index}`));
  });
});

const waiting = "sort=waiting&waiting=0";

describe("by who waits the longest", () => {
  it("an inquiry stands by the oldest message without a reply", async () => {
    const key = await test.receive("A");
    for (const name of ["B", "C"]) await test.receive(name);
    const { waitingSince } = await test.row("A");
    await test.answer(key);
    expect(await test.names(waiting)).toEqual(["A", "B", "C"]);
    expect((await test.row("A")).waitingSince).toBe(waitingSince);
    // The older order goes by the last message.
    expect(await test.names("sort=oldest&waiting=0")).toEqual(["B", "C", "A"]);
    await reply("A", "answered");
    expect(await test.names(waiting)).toEqual(["B", "C"]);
    await test.answer(key);
    const since = (await test.row("A")).waitingSince;
    await test.answer(key);
    expect([await test.names(waiting), (await test.row("A")).waitingSince]).toEqual([["B", "C", "A"], since]);
    expect(since).toBe(new Date(test.clock.now() - 3_600_000).toISOString());
    expect((await test.list(waiting)).waitingCount).toBe(3);
  });

  it("a reply that leaves it open ends the wait for what was written before it, until it is taken back", async () => {
    const key = await test.receive("A");
    await test.receive("B");
    await test.answer(key);
    const { waitingSince, wroteAt } = await test.row("A");
    const entry = await reply("A");
    expect((await test.row("A")).waitingSince).toBe(wroteAt);
    expect(await test.names(waiting)).toEqual(["B", "A"]);
    const url = `/api/replies/${entry}`;
    const taken = await test.app.inject({ method: "DELETE", url, headers: { cookie: test.cookie } });
    expect([taken.statusCode, (await test.row("A")).waitingSince]).toEqual([200, waitingSince]);
    await reply("A");
    test.clock.advance({ seconds: leavesAfterMs / 1000 });
    await test.answer(key);
    const now = () => new Date(test.clock.now()).toISOString();
    const since = now();
    expect((await test.row("A")).waitingSince).toBe(since);
    for (let more = 0; more < 3; more += 1) await test.answer(key);
    expect((await test.row("A")).waitingSince).toBe(since);
    await reply("A");
    test.clock.advance({ seconds: leavesAfterMs / 1000 });
    await test.answer(key);
    expect((await test.row("A")).waitingSince).toBe(now());
    // Closed without a reply, nobody waited.
    await test.change("A", { status: "closed" });
    await test.answer(key);
    expect((await test.row("A")).waitingSince).toBe(now());
  });

  it("a reply that is taken back restores the wait for what was written since the reply before it", async () => {
    const key = await test.receive("A");
    async function takeBack(): Promise<void> {
      const url = `/api/replies/${await reply("A")}`;
      const { statusCode } = await test.app.inject({ method: "DELETE", url, headers: { cookie: test.cookie } });
      expect(statusCode).toBe(200);
    }
    await test.answer(key);
    await reply("A");
    test.clock.advance({ minutes: 5 });
    await takeBack();
    // This one, anybody can have sent.
    await answerByEmail("A", true);
    await test.answer(key);
    const since = test.clock.now();
    await test.answer(key);
    await takeBack();
    const row = await test.db.selectFrom("inquiry").select("waiting_since").executeTakeFirstOrThrow();
    expect(Number(row.waiting_since)).toBe(since);
  });

  it("what anybody can have sent to a closed inquiry waits there until a member decides", async () => {
    for (const name of ["A", "B"]) await test.receive(name);
    await test.change("A", { status: "closed" });
    await answerByEmail("A", true);
    await test.receive("C");
    const page = await test.list(waiting);
    expect(page.inquiries.map(({ name, status, unproven }) => [name, status, unproven])).toEqual([
      ["B", "new", false],
      ["A", "closed", true],
      ["C", "new", false],
    ]);
    expect([page.waitingCount, await test.names("waiting=0"), await test.names("sort=oldest&waiting=0")]).toEqual([
      3,
      ["C", "B"],
      ["B", "C"],
    ]);
    expect(await test.names("sort=activity&waiting=0")).toEqual(["C", "A", "B"]);
    await test.change("A", { status: "closed" });
    expect(await test.names(waiting)).toEqual(["B", "C"]);
    await answerByEmail("A", true);
    const { id } = await test.row("A");
    const detail: InquiryDetail = (
      await test.app.inject({ url: `/api/contact-inquiries/${id}`, headers: { cookie: test.cookie } })
    ).json();
    const entry = detail.entries.at(-1)?.id;
    const url = `/api/answers/${entry}/sender`;
    await test.app.inject({ method: "PUT", url, headers: { cookie: test.cookie }, payload: { isVisitors: true } });
    expect(await test.row("A")).toMatchObject({ status: "new", unproven: false });
  });

  it("a merge keeps the longer wait, and its undoing gives both back", async () => {
    for (const name of ["A", "B", "C"]) await test.receive(name);
    const [a, c] = [await test.row("A"), await test.row("C")];
    const merge = (method: "PUT" | "DELETE", id: string, version: number, payload?: object) =>
      test.app.inject({
        method,
        url: `/api/contact-inquiries/${id}/merge`,
        headers: { cookie: test.cookie, "if-match": `"${version}"` },
        ...(payload === undefined ? {} : { payload }),
      });
    await merge("PUT", a.id, a.version, { into: { id: c.id, version: c.version } });
    expect(await test.names(waiting)).toEqual(["C", "B"]);
    await merge("DELETE", a.id, (await test.row("A")).version);
    expect(await test.names(waiting)).toEqual(["A", "B", "C"]);
  });
});

describe("unread", () => {
  const unread = async () => {
    const page = await test.list("sort=activity");
    return [page.inquiries.filter((inquiry) => inquiry.unread).map(({ name }) => name), page.unreadCount];
  };
  const see = async (name: string) => test.services.inbox.markSeen((await test.row(name)).id);

  it("is what no member has seen since its visitor wrote or its snooze ended", async () => {
    const key = await test.receive("A");
    for (const name of ["B", "C"]) await test.receive(name);
    expect(await unread()).toEqual([["C", "B", "A"], 3]);
    await see("A");
    await test.change("B", { assigneeId: test.member.id });
    expect(await unread()).toEqual([["C"], 1]);
    await test.answer(key);
    expect(await unread()).toEqual([["A", "C"], 2]);
    await reply("A", "answered");
    await test.change("B", { snoozedUntil: new Date(test.clock.now() + 3_600_000).toISOString() });
    await see("B");
    expect(await unread()).toEqual([["C"], 1]);
    test.clock.advance({ hours: 1 });
    expect(await unread()).toEqual([["B", "C"], 2]);
    await see("B");
    await see("C");
    expect(await unread()).toEqual([[], 0]);
    // Its visitor does not wait for the end of a snooze.
    await test.change("A", { snoozedUntil: new Date(test.clock.now() + day).toISOString() });
    await test.answer(key);
    expect(await unread()).toEqual([["A"], 1]);
    // A member who marks a text as genuine has read it.
    await see("A");
    await test.db.updateTable("inquiry").set({ status: "suspected" }).where("name", "=", "A").execute();
    await test.answer(key);
    await test.db.updateTable("inquiry").set({ status: "new" }).where("name", "=", "A").execute();
    expect(await unread()).toEqual([[], 0]);
  });

  it("ends in the other browsers as well, once", async () => {
    await test.receive("A");
    for (let time = 0; time < 2; time += 1) {
      await see("A");
      const events = await test.db.selectFrom("inbox_change").select("inquiry_id").where("kind", "=", "seen").execute();
      expect(events).toEqual([{ inquiry_id: (await test.row("A")).id }]);
    }
  });

  it("is not what is likely spam or in the bin, and ends with the inquiry", async () => {
    await test.receive("A");
    await test.db.updateTable("inquiry").set({ status: "suspected" }).execute();
    expect((await test.list("")).unreadCount).toBe(0);
    await test.db.updateTable("inquiry").set({ status: "new" }).execute();
    expect((await test.list("")).unreadCount).toBe(1);
    const { id, version } = await test.row("A");
    const payload = { inquiries: [{ id, version }] };
    await test.app.inject({
      method: "POST",
      url: "/api/contact-inquiries/erase",
      headers: { cookie: test.cookie },
      payload,
    });
    expect((await test.list("")).unreadCount).toBe(0);
  });
});
