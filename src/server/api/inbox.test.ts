import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox.ts";
import type { Inquiry } from "#domain/inquiry.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "./testing.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

async function call(method: "GET" | "POST" | "PATCH", url: string, payload?: object, headers: object = {}) {
  const answer = await test.app.inject({
    method,
    url: `/api/${url}`,
    headers: { cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const list = async (query = ""): Promise<InboxPage> => (await call("GET", `contact-inquiries?${query}`)).body;
const names = async (query = "") => (await list(query)).inquiries.map(({ name }) => name);

async function receive(fields: Partial<Inquiry> = {}): Promise<InquiryDetail> {
  const { reference } = await test.services.inquiries.submit({ ...goodInquiry, ...fields });
  const { inquiries } = await list(`search=${reference}`);
  return (await call("GET", `contact-inquiries/${inquiries[0]?.id}`)).body;
}

const patch = (inquiry: InquiryDetail, change: object, tag = `"${inquiry.version}"`) =>
  call("PATCH", `contact-inquiries/${inquiry.id}`, change, { "if-match": tag });

describe("the list", () => {
  it("shows what came in, the newest first, with the counts", async () => {
    await receive({ name: "First" });
    test.clock.advance({ minutes: 1 });
    await receive({ name: "Second", query: `  ${"long ".repeat(100)}` });
    const page = await list();
    expect(page).toEqual({
      inquiries: [
        expect.objectContaining({ name: "Second", status: "new", assignee: null, version: 1, others: 1 }),
        expect.objectContaining({ name: "First", city: goodInquiry.city, excerpt: goodInquiry.query, others: 1 }),
      ],
      next: null,
      counts: { new: 2, "in progress": 0, answered: 0, closed: 0, suspected: 0 },
    });
    expect(page.inquiries[0]?.excerpt).toMatch(/^(long ){31}long…$/);
  });
});

describe("a change", () => {
  it("is made on the version that was seen, and tells the new one", async () => {
    const inquiry = await receive();
    const changed = await patch(inquiry, { status: "in progress", assigneeId: test.member.id });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).toBe('"2"');
    expect(changed.body).toMatchObject({
      status: "in progress",
      assignee: { id: test.member.id, email: test.member.email },
      version: 2,
      history: [
        { what: "received", by: null, suspected: false },
        { what: "status", by: { id: test.member.id }, from: "new", to: "in progress" },
        { what: "assignee", by: { id: test.member.id }, from: null, to: { id: test.member.id } },
      ],
    });
    expect((await list()).counts).toMatchObject({ new: 0, "in progress": 1 });
  });

  it("is refused with what it is now where a colleague was first", async () => {
    const inquiry = await receive();
    await patch(inquiry, { status: "answered" });
    const refused = await patch(inquiry, { status: "closed" });
    expect(refused.status).toBe(412);
    expect(refused.headers.etag).toBe('"2"');
    expect(refused.body).toMatchObject({ status: 412, current: { status: "answered", version: 2 } });
    expect(await names("status=closed")).toEqual([]);
  });

  it("needs to say its version", async () => {
    const inquiry = await receive();
    const { id } = inquiry;
    expect((await call("PATCH", `contact-inquiries/${id}`, { status: "closed" })).status).toBe(428);
    for (const tag of ['W/"1"', "1", "*", '"01x"', '"2"']) {
      expect((await patch(inquiry, { status: "closed" }, tag)).status).toBe(412);
    }
  });
});

describe("a note", () => {
  it("stands with the inquiry, and is found", async () => {
    const inquiry = await receive();
    const noted = await call("POST", `contact-inquiries/${inquiry.id}/notes`, { text: "Waits for the Bank" });
    expect(noted.status).toBe(201);
    expect(noted.body).toMatchObject({
      version: 2,
      notes: [{ text: "Waits for the Bank", author: { id: test.member.id } }],
    });
    expect(await names("search=bank wait")).toEqual([goodInquiry.name]);
  });
});

describe("changes of several", () => {
  it("are each judged by themselves", async () => {
    const first = await receive({ name: "First" });
    const second = await receive({ name: "Second" });
    await patch(second, { status: "answered" });
    const done = await call("POST", "contact-inquiries/changes", {
      changes: [first, second, { id: "gone", version: 1 }].map(({ id, version }) => ({
        id,
        version,
        status: "closed",
      })),
    });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ changed: [{ id: first.id, status: "closed" }], refused: [second.id, "gone"] });
    expect((await list()).counts).toMatchObject({ closed: 1, answered: 1 });
  });
});

describe("erasure", () => {
  it("leaves nothing but the entry", async () => {
    const inquiry = await receive();
    await call("POST", `contact-inquiries/${inquiry.id}/notes`, { text: "A secret" });
    const done = await call("POST", "contact-inquiries/erase", { ids: [inquiry.id, "gone"] });
    expect(done.body).toEqual({ message: "1 inquiry erased." });
    const dump = await test.dump();
    expect([dump.inquiry, dump.inquiry_note, dump.inquiry_event]).toEqual([[], [], []]);
    expect(dump.erasure).toEqual([{ inquiry_id: inquiry.id, reason: "team", erased_at: test.clock.now() }]);
    expect((await list()).counts.new).toBe(0);
    expect((await call("GET", `contact-inquiries/${inquiry.id}`)).status).toBe(404);
  });
});
