import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "#contract/inbox/reports.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";
import { createReplicaReportQueries } from "./report-queries.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

const get = (path: string, days = "from=2020-01-01&to=2020-12-31") =>
  test.app.inject({ url: `/api/reports${path}?${days}`, headers: { cookie } });

/** A report on the days around now. */
async function report(): Promise<Report> {
  const today = new Date(test.clock.now());
  const at = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return (await get("", `from=${at(-300)}&to=${at(1)}`)).json();
}

async function submit(isSuspected = false): Promise<string> {
  await test.services.inquiries.submit(goodInquiry, { isSuspected });
  const { id } = await test.db
    .selectFrom("inquiry")
    .select("id")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function reply(id: string, status?: "closed") {
  const found = await test.services.inbox.find(id);
  const input = { id: randomUUID(), way: "page", text: "Paid out.", status } as const;
  const sent = await test.services.replies.send(id, found?.version ?? 0, input, test.member);
  expect(sent.ok).toBe(true);
  test.clock.advance({ seconds: leavesAfterMs / 1000 });
  return input.id;
}

async function close(id: string) {
  const found = await test.services.inbox.find(id);
  const change = { id, version: found?.version ?? 0, status: "closed" as const };
  expect(await test.store.inquiries.change([change], test.member.id, test.clock.now())).toEqual(["changed"]);
}

const later = (minutes: number) => test.clock.advance({ seconds: minutes * 60 });

describe("a report", () => {
  it("counts what arrived, and the time until the team's first answer", async () => {
    const first = await submit();
    later(12);
    await reply(first);
    await reply(first);
    await submit(true);
    const second = await submit();
    const third = await submit();
    later(60);
    await reply(third, "closed");
    await close(second);
    later(2);
    // Inquiries younger than a minute are counted later.
    await submit();
    expect((await report()).total).toEqual({
      received: 4,
      suspected: 1,
      reports: 0,
      answered: 2,
      unanswered: 1,
      undelivered: 0,
      median: 36,
      p90: 60,
      isEstimate: false,
    });
    later(2);
    const found = await report();
    expect(found.total.received).toBe(5);
    expect(found.members).toEqual([expect.objectContaining({ email: "owner@example.com", answered: 2 })]);
    expect(found.days.reduce((sum, { received }) => sum + received, 0)).toBe(5);
    expect(found.hours.reduce((sum, { answered }) => sum + answered, 0)).toBe(2);
    expect(found.open).toEqual([
      { age: "hour", count: 1 },
      { age: "day", count: 1 },
      { age: "week", count: 0 },
      { age: "month", count: 0 },
      { age: "older", count: 0 },
    ]);
  });

  it("gives the exact median and the exact 90 %, however many answers there are", async () => {
    const minutes = Array.from({ length: 30 }, (_, at) => ((at * 7919) % 97) + at / 4);
    const waiting = [];
    for (const each of minutes) waiting.push({ id: await submit(), each });
    let passed = 0;
    for (const { id, each } of waiting.toSorted((one, other) => one.each - other.each)) {
      test.clock.advance({ seconds: Math.max(0, (each - passed) * 60) });
      passed = Math.max(passed, each);
      await reply(id);
      passed += leavesAfterMs / 60_000;
    }
    later(2);
    const rows = await test.db
      .selectFrom("inquiry_entry")
      .innerJoin("inquiry", "inquiry.id", "inquiry_entry.inquiry_id")
      .select(["inquiry_entry.created_at as at", "inquiry.created_at as since"])
      .execute();
    const sorted = rows.map(({ at, since }) => (Number(at) - Number(since)) / 60_000).toSorted((a, b) => a - b);
    const { total, days, hours, members } = await report();
    const parts = {
      median: expect.closeTo(((sorted[14] ?? 0) + (sorted[15] ?? 0)) / 2, 1),
      p90: expect.closeTo(sorted[26] ?? 0, 1),
    };
    const times = { answered: 30, ...parts, isEstimate: false };
    expect(total).toMatchObject(times);
    expect(members).toMatchObject([times]);
    expect(days.filter(({ answered }) => answered > 0)).toMatchObject([times]);
    expect(hours.filter(({ answered }) => answered > 0)).toMatchObject([times]);
  });

  it("names times as estimates of which an older version counted some, and those alone", async () => {
    const id = await submit();
    later(12);
    await reply(id);
    later(2);
    await report();
    const position = (await test.store.reports.position()) ?? { inquiry: 0, entry: 0, event: 0, outcome: 0 };
    const day = new Date(test.clock.now() - 86_400_000 * 2).toISOString().slice(0, 10);
    const old = { day, hour: 1, what: "first answer", detail: test.member.id, class: 7, count: 1 } as const;
    expect(await test.store.reports.add(position, [old], position)).toBe(true);
    test.clock.advance({ seconds: 6 });
    const { total, days } = await report();
    expect(total).toMatchObject({ answered: 2, isEstimate: true });
    const answered = days.filter((each) => each.answered > 0);
    expect(answered.map(({ isEstimate, median }) => [isEstimate, median])).toEqual([
      [true, 17.5],
      [false, 12],
    ]);
    const lines = (await get("/report.csv", `from=${day}&to=${days.at(-1)?.day}`)).body.split("\r\n");
    expect(lines[1]).toBe(`${day},0,1,17.5,19.5,0,estimated`);
    expect(lines.find((line) => line.endsWith("exact"))).toMatch(/^\d{4}-\d\d-\d\d,1,1,12,12,0,exact$/);
  });

  it("reads exact durations of no more answers than it may", async () => {
    const id = await submit();
    later(12);
    await reply(id);
    later(2);
    await report();
    const exact = (max: number) => test.store.reports.exactSums("2000-01-01", "2999-12-31", max);
    expect(await exact(1)).toMatchObject([{ what: "answer seconds", class: 720, count: 1 }]);
    expect(await exact(0)).toEqual([]);
  });

  it("counts what arrives during an import, which adds older inquiries after it", async () => {
    const [live, closed] = [await submit(), await submit()];
    const at = test.clock.now() - 86_400_000;
    const entry = {
      id: "e",
      kind: "reply" as const,
      way: "email" as const,
      memberId: null,
      text: "Paid",
      at,
      proof: null,
    };
    const { query: _query, ...fields } = goodInquiry;
    await reply(live);
    const imported = { id: "i", receiptHash: "h", status: "answered" as const, phoneKey: null, createdAt: at };
    const none = { closedAt: null, snoozedUntil: null, wroteAt: null, notes: [], source: "csv", number: "1" };
    await test.store.imports.add(
      [{ ...imported, ...none, fields: { ...fields, query: "Old" }, entries: [entry] }],
      test.clock.now(),
    );
    await close(closed);
    // The time is of a clock that is ahead: it holds up nothing.
    const ahead = { ...imported, ...none, id: "j", receiptHash: "k", createdAt: at + 26 * 3_600_000 };
    await test.store.imports.add([{ ...ahead, fields: { ...fields, query: "New" }, entries: [] }], test.clock.now());
    await test.services.reports.sumUp();
    later(2);
    await test.services.reports.sumUp();
    await submit();
    later(2);
    expect((await report()).total).toMatchObject({ received: 5, answered: 2, unanswered: 1 });
  });

  it("does not count an inquiry as closed without an answer that is merged into another one", async () => {
    const [merged, into] = [await submit(), await submit()];
    const seen = (id: string) => ({ id, version: 1 });
    expect(await test.services.merging.merge(seen(merged), seen(into), test.member)).toMatchObject({ ok: true });
    later(2);
    expect((await report()).total).toMatchObject({ received: 2, answered: 0, unanswered: 0 });
  });

  it("counts an inquiry once that is closed without an answer, and none whose reply was taken back", async () => {
    const [closed, undone] = [await submit(), await submit()];
    await close(closed);
    later(1);
    await test.services.inbox.change(closed, 2, { status: "in progress" }, test.member);
    later(1);
    await close(closed);
    const input = { id: randomUUID(), way: "page", text: "Wrong", status: "closed" } as const;
    expect((await test.services.replies.send(undone, 1, input, test.member)).ok).toBe(true);
    await test.services.replies.takeBack(input.id, test.member);
    later(2);
    expect((await report()).total).toMatchObject({ answered: 0, unanswered: 1 });
  });

  it("sums up nothing on a replica that could be changed by what that one lacks", async () => {
    await submit();
    later(1.5);
    const fromStart = { inquiry: 0, entry: 0, event: 0, outcome: 0 };
    const received = async (behind: number) => {
      const replica = { read: <T>(run: (db: TestApp["db"], ms: number) => Promise<T>) => run(test.db, behind) };
      const queries = createReplicaReportQueries({ ...replica, include: () => undefined }, test.engine);
      return (await queries.happened(fromStart, 100, test.clock.now() - 60_000)).received.length;
    };
    expect(await received(29_000)).toBe(1);
    expect(await received(31_000)).toBe(0);
  });

  it("does not change when inquiries are erased, and holds nothing of a visitor", async () => {
    const id = await submit();
    later(5);
    await reply(id);
    later(2);
    const before = await report();
    expect(before.total).toMatchObject({ received: 1, answered: 1 });
    await test.services.inquiries.eraseByEmail(goodInquiry.email);
    later(1);
    expect((await report()).total).toEqual(before.total);
    const kept = JSON.stringify((await test.dump())["report_sum"]);
    for (const value of [...Object.values(goodInquiry), id]) expect(kept).not.toContain(value);
  });

  it("counts nothing twice, whoever sums up, and no reply that was taken back", async () => {
    const id = await submit();
    later(2);
    const found = await test.services.inbox.find(id);
    const input = { id: randomUUID(), way: "page", text: "Wrong" } as const;
    await test.services.replies.send(id, found?.version ?? 0, input, test.member);
    await test.services.replies.takeBack(input.id, test.member);
    later(30);
    await reply(id);
    later(2);
    const position = (await test.store.reports.position()) ?? { inquiry: 0, entry: 0, event: 0, outcome: 0 };
    await test.services.reports.sumUp();
    const { total } = await report();
    expect(total).toMatchObject({ received: 1, answered: 1 });
    expect(total.median).toBeGreaterThan(30);
    const again = { day: "2026-01-01", hour: 1, what: "received", detail: "message", class: 0, count: 1 } as const;
    expect(await test.store.reports.add(position, [again], position)).toBe(false);
    later(1);
    expect((await report()).total).toEqual(total);
  });

  it("tells the times apart by tag, also once the tag is gone", async () => {
    const tag = await test.services.tags.add({ name: "KYC", color: "red" }, test.member);
    const tagId = tag.ok ? tag.tag.id : "";
    const id = await submit();
    const found = await test.services.inbox.find(id);
    const tags = { add: [tagId], remove: [] };
    await test.services.inbox.change(id, found?.version ?? 0, { tags }, test.member);
    later(12);
    await reply(id);
    const other = await submit();
    later(100);
    await reply(other);
    later(2);
    expect((await report()).tags).toEqual([expect.objectContaining({ name: "KYC", answered: 1, median: 12 })]);
    await test.db.deleteFrom("tag").execute();
    later(1);
    expect((await report()).tags).toMatchObject([{ name: null, answered: 1 }]);
  });

  it("is for days that are asked for, at most a year of them", async () => {
    expect((await get("", "from=2026-01-02&to=2026-01-01")).json().errors).toEqual({
      to: "The last day must not be before the first one.",
    });
    expect((await get("", "from=2026-01-01&to=2027-01-02")).json().errors).toEqual({ to: "Choose at most 366 days." });
    expect((await get("", "from=2026-02-30&to=2027-01-02")).statusCode).toBe(422);
    await submit();
    later(2);
    expect((await get("", "from=2020-01-01&to=2020-01-02")).json().total.received).toBe(0);
  });

  it("is compared with as many days before", async () => {
    const days = (at: number) => new Date(test.clock.now() + at * 86_400_000).toISOString().slice(0, 10);
    const first = await submit();
    later(30);
    await reply(first);
    later(2 * 24 * 60);
    await submit();
    later(2);
    const { total, before } = await test.services.reports.report({ from: days(-1), to: days(0) });
    expect(total).toMatchObject({ received: 1, answered: 0 });
    expect(before).toEqual({ from: days(-3), to: days(-2), received: 1, answered: 1, median: 30, isEstimate: false });
  });

  it("has charts in the language that is asked for, with days and durations as people say them", async () => {
    const waiting = [await submit(), await submit()];
    later(5 * 60);
    for (const id of waiting) await reply(id);
    later(2);
    const day = new Date(test.clock.now()).toISOString().slice(0, 10);
    const drawn = async (chart: string, language = "") => (await get(`/${chart}.svg`, `to=${day}${language}`)).body;
    const name = (locale: string) =>
      new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(day));
    expect(await drawn("answers")).toMatch(new RegExp(`<title>${name("en-IN")}: 5 h</title>.*>3 h<|>5 h</text>`));
    expect(await drawn("received")).toContain(`<title>${name("en-IN")}: 2 inquiries</title>`);
    expect(await drawn("received", "&language=hi")).toContain(`<title>${name("hi-IN-u-nu-latn")}: 2 संदेश</title>`);
    expect((await get("/received.svg", "language=xx")).statusCode).toBe(422);
  });

  it("is a table as CSV, and charts with a title for each bar", async () => {
    const csv = (await get("/report.csv")).body;
    expect(csv.split("\r\n")[1]).toBe("2020-01-01,0,0,,,0,");
    for (const chart of ["received", "answers", "hours"]) {
      const { body, headers } = await get(`/${chart}.svg`);
      expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
      expect(body).toMatch(/^<svg [^>]*role="img"><title>[^<]+<\/title>/);
      expect(body.match(/<rect [^>]*><title>[^<]+<\/title>/g)).toHaveLength(chart === "hours" ? 24 : 366);
    }
  });
});

describe("the usual time to the first answer", () => {
  const shown = async () => /Response in ([^.<]*)\./.exec((await test.app.inject("/contact")).body)?.[1];

  /** Saves the setting as an owner does. */
  async function show(showsMeasuredAnswer: boolean) {
    const { version } = await test.services.settings.view();
    const input = { retentionDays: 90, acknowledge: false, says: "reference" as const };
    const off = { mail: null, webhook: null, telegram: null };
    await test.services.settings.save({ ...input, ...off, showsMeasuredAnswer }, version);
    await test.services.usualAnswer.refresh();
  }

  it("is on the site if the owner wants it, and enough were answered", async () => {
    const answer = async (count: number) => {
      const ids = [];
      for (let each = 0; each < count; each += 1) ids.push(await submit());
      later(70);
      for (const id of ids) await reply(id);
      later(2);
    };
    await answer(19);
    await show(true);
    const configured = test.config.site.figures.messageResponse;
    expect(await shown()).toBe(configured);
    await answer(1);
    await test.services.usualAnswer.refresh();
    expect(await shown()).toBe("about 2 hours");
    await show(false);
    expect(await shown()).toBe(configured);
  });
});
