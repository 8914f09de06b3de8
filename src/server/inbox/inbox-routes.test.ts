import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

async function call(method: "GET" | "POST" | "PATCH", url: string, payload?: object, headers: object = {}) {
  const response = await test.app.inject({
    method,
    url: `/api/${url}`,
    headers: { cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
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
  it("shows inquiries, newest first, with the counts", async () => {
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
      found: null,
      counts: { new: 2, "in progress": 0, answered: 0, closed: 0, suspected: 0 },
      snoozedCount: 0,
      undeliveredCount: 0,
      waitingCount: 2,
      unreadCount: 2,
      untakenCount: 0,
      binCount: 0,
      mayBulk: true,
    });
    expect(page.inquiries[0]?.excerpt).toMatch(/^(long ){31}long…$/);
  });
});

it("says by which way each inquiry came", async () => {
  const post = (headers: Record<string, string>) =>
    test.app.inject({ method: "POST", url: "/api/contact-inquiries", headers, payload: goodInquiry });
  const [program] = [await post({}), await post({ "sec-fetch-site": "same-origin" })];
  const { inquiries } = await list();
  expect(inquiries.map(({ way }) => way)).toEqual(["form", "api"]);
  const detail = await call("GET", `contact-inquiries/${inquiries[1]?.id}`);
  expect(detail.body).toMatchObject({ reference: program?.json().reference, way: "api" });
});

describe("a change", () => {
  it("requires the version that was seen, and returns the new one", async () => {
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

  it("is rejected with the current state if a colleague was first", async () => {
    const inquiry = await receive();
    await patch(inquiry, { status: "answered" });
    const refused = await patch(inquiry, { status: "closed" });
    expect(refused.status).toBe(412);
    expect(refused.headers.etag).toBe('"2"');
    expect(refused.body).toMatchObject({ status: 412, current: { status: "answered", version: 2 } });
    expect(await names("status=closed")).toEqual([]);
  });

  it("requires a version", async () => {
    const inquiry = await receive();
    const { id } = inquiry;
    expect((await call("PATCH", `contact-inquiries/${id}`, { status: "closed" })).status).toBe(428);
    for (const tag of ['W/"1"', "1", "*", '"01x"', '"2"']) {
      expect((await patch(inquiry, { status: "closed" }, tag)).status).toBe(412);
    }
  });
});

describe("a note", () => {
  it("is stored with the inquiry, and is searched", async () => {
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
  it("are each checked separately", async () => {
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

describe("rejected changes", () => {
  it.each([
    ["limit=0", "limit"],
    ["limit=201", "limit"],
    ["limit=x", "limit"],
    ["after=x", "after"],
    ["after=-1", "after"],
    ["status=done", "status"],
    ["from=2026-13-01", "from"],
    ["to=yesterday", "to"],
    ["to=9999-12-31", "to"],
    ["from=1969-12-31", "from"],
    [`search=${"too%20long".repeat(26)}`, "search"],
    ["assignee=", "assignee"],
  ])("is refused in a view: %s", async (query, field) => {
    for (const path of ["contact-inquiries", "contact-inquiries/export.csv"]) {
      // An export has no pages.
      if (path !== "contact-inquiries" && ["limit", "after"].includes(field)) continue;
      const { status, body } = await call("GET", `${path}?${query}`);
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual([field]);
    }
  });

  it("include an erased inquiry", async () => {
    for (const id of ["7b0a2c3e-0000-4000-8000-000000000000", "x".repeat(2000), "%27%20or%201=1"]) {
      const responses = [
        await call("GET", `contact-inquiries/${id}`),
        await call("PATCH", `contact-inquiries/${id}`, { status: "closed" }, { "if-match": '"1"' }),
        await call("POST", `contact-inquiries/${id}/notes`, { text: "A note" }),
      ];
      for (const { status, body } of responses) {
        expect([status, body.message]).toEqual([404, "This inquiry is no longer there."]);
      }
    }
  });

  it("include an assignee who cannot sign in", async () => {
    const inquiry = await receive();
    const off = { id: "off", email: "off@example.com", email_key: "off@example.com", created_at: 1 };
    await test.db
      .insertInto("member")
      .values([
        { ...off, password_hash: "none", is_active: 0 },
        { ...off, id: "invited", email_key: "invited", password_hash: "", is_active: 1 },
      ])
      .execute();
    const before = await test.dump();
    for (const assigneeId of ["off", "invited", "stranger"]) {
      const one = await patch(inquiry, { assigneeId });
      expect([one.status, Object.keys(one.body.errors)]).toEqual([422, ["assigneeId"]]);
      const changes = [{ id: inquiry.id, version: 1, assigneeId }];
      const several = await call("POST", "contact-inquiries/changes", { changes });
      expect([several.status, Object.keys(several.body.errors)]).toEqual([422, ["changes"]]);
    }
    expect(await test.dump()).toEqual(before);
  });
});

describe("the days of a view", () => {
  it("are limited to valid years", async () => {
    await test.services.inquiries.submit(goodInquiry);
    expect(await names("from=1970-01-01&to=9998-12-31")).toEqual([goodInquiry.name]);
    const { body } = await call("GET", "contact-inquiries?to=9999-12-31");
    expect(body.errors).toEqual({ to: "Must be a day from 1970-01-01 to 9998-12-31." });
  });

  it("are in the site's time zone", async () => {
    // The site's day begins at 18:30 UTC of the day before.
    const at = async (time: string, name: string) => {
      test.clock.advance({ seconds: (Date.parse(time) - test.clock.now()) / 1000 });
      await test.services.inquiries.submit({ ...goodInquiry, name });
    };
    await at("2026-11-20T18:29:59Z", "Evening before");
    await at("2026-11-20T18:30:00Z", "First second");
    await at("2026-11-21T18:29:59Z", "Last second");
    await at("2026-11-21T18:30:00Z", "Day after");
    cookie = await test.signIn();
    expect(await names("from=2026-11-21&to=2026-11-21")).toEqual(["Last second", "First second"]);
    expect(await names("from=2026-11-22")).toEqual(["Day after"]);
    expect(await names("to=2026-11-20")).toEqual(["Evening before"]);
    expect(await names("to=2026-11-20&search=genuine")).toEqual(["Evening before"]);
  });
});

describe("the assignee", () => {
  it("can be filtered by me, nobody, or id", async () => {
    const inquiry = await receive({ name: "Mine" });
    await receive({ name: "Nobody's" });
    await patch(inquiry, { assigneeId: test.member.id });
    expect(await names("assignee=me")).toEqual(["Mine"]);
    expect(await names(`assignee=${test.member.id}`)).toEqual(["Mine"]);
    expect(await names("assignee=nobody")).toEqual(["Nobody's"]);
  });
});

describe("what looks like spam", () => {
  it("stays suspected until a member has checked it", async () => {
    await test.services.inquiries.submit({ ...goodInquiry, name: "Win https://a.example" });
    expect(await names()).toEqual([]);
    const [found] = (await list("status=suspected")).inquiries;
    const { body } = await call("GET", `contact-inquiries/${found?.id}`);
    expect(body.history).toMatchObject([{ what: "received", suspected: true }]);
    await patch(body, { status: "new" });
    expect(await names()).toEqual(["Win https://a.example"]);
  });

  it("includes repeated texts within an hour", async () => {
    const text = { query: "Dear sir, we offer the very best rates for your web site." };
    for (let index = 0; index < 7; index += 1) {
      await test.services.inquiries.submit({
        ...goodInquiry,
        query: index % 2 ? text.query : text.query.toUpperCase(),
      });
      test.clock.advance({ minutes: 1 });
    }
    expect((await list()).counts).toMatchObject({ new: 5, suspected: 2 });
    test.clock.advance({ hours: 1 });
    await test.services.inquiries.submit({ ...goodInquiry, ...text });
    expect((await list()).counts).toMatchObject({ new: 6, suspected: 2 });
  });
});

describe("a saved reply", () => {
  it("names nobody but us, in no language", async () => {
    const send = (method: "POST" | "PUT", url: string, payload: object) =>
      test.app.inject({ method, url: `/api/${url}`, headers: { cookie }, payload });
    const wrong = { title: "Paid", text: "wa.me/919000012345", variants: { hi: "UPI id saffronpay ybl", ta: "நன்றி" } };
    const errors = {
      text: expect.stringContaining("names wa.me/919000012345,"),
      "variants.hi": expect.stringContaining("saffronpay ybl"),
    };
    const added = await send("POST", "saved-replies", wrong);
    expect([added.statusCode, added.json().errors]).toEqual([422, errors]);
    const good = (await send("POST", "saved-replies", { title: "Paid", text: "Call 1930 if you were cheated" })).json();
    const changed = await send("PUT", `saved-replies/${good.id}`, wrong);
    expect([changed.statusCode, changed.json().errors]).toEqual([422, errors]);
    const { replies } = (await call("GET", "saved-replies")).body;
    expect(replies).toMatchObject([{ text: "Call 1930 if you were cheated", version: 1 }]);
    await test.app.inject({ method: "DELETE", url: `/api/saved-replies/${good.id}`, headers: { cookie } });
  });

  it("is created, changed and deleted by the team", async () => {
    const send = (method: "POST" | "PUT" | "DELETE", url: string, payload?: object) =>
      test.app.inject({ method, url: `/api/${url}`, headers: { cookie }, ...(payload ? { payload } : {}) });
    const first = (await send("POST", "saved-replies", { title: "Paid", text: "Hello {name}" })).json();
    await send("POST", "saved-replies", { title: "Later", text: "{reference}" });
    expect((await send("PUT", `saved-replies/${first.id}`, { title: "All paid", text: "Hi" })).json()).toEqual({
      id: first.id,
      version: 2,
      title: "All paid",
      text: "Hi",
      variants: {},
    });
    const titles = async () =>
      (await call("GET", "saved-replies")).body.replies.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(["All paid", "Later"]);
    expect((await send("DELETE", `saved-replies/${first.id}`)).statusCode).toBe(200);
    for (const gone of [
      await send("DELETE", `saved-replies/${first.id}`),
      await send("PUT", `saved-replies/${first.id}`, { title: "T", text: "T" }),
    ]) {
      expect([gone.statusCode, gone.json().message]).toEqual([
        404,
        "This reply is no longer there. Please reload the list.",
      ]);
    }
    expect(await titles()).toEqual(["Later"]);
  });

  it("is not replaced over a colleague's change, if the call says which version it was made on", async () => {
    const { body: first } = await call("POST", "saved-replies", { title: "Paid", text: "Hello" });
    const put = (version: number, title: string) =>
      test.app.inject({
        method: "PUT",
        url: `/api/saved-replies/${first.id}`,
        headers: { cookie, "if-match": `"${version}"` },
        payload: { title, text: "Hello" },
      });
    expect((await put(first.version, "Theirs")).json()).toMatchObject({ version: 2, title: "Theirs" });
    const refused = await put(first.version, "Ours");
    expect(refused.statusCode).toBe(412);
    expect(refused.json().current).toMatchObject({ version: 2, title: "Theirs" });
    expect((await call("GET", "saved-replies")).body.replies).toMatchObject([{ title: "Theirs" }]);
    expect((await put(2, "Ours")).json()).toMatchObject({ version: 3, title: "Ours" });
  });

  it("has texts in further languages, which a call without them leaves as they are", async () => {
    const send = (method: "POST" | "PUT", url: string, payload: object) =>
      test.app.inject({ method, url: `/api/${url}`, headers: { cookie }, payload });
    for (const [field, wrong, message] of [
      ["variants.hi", { hi: " " }, "Text is required."],
      ["variants.hi", { hi: "नमस्ते {nmae}" }, "{nmae} cannot be filled in."],
      ["variants", { xx: "Hello" }, "Give the texts in further languages by their codes."],
    ] as const) {
      const refused = await send("POST", "saved-replies", { title: "T", text: "T", variants: wrong });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors).toEqual({ [field]: expect.stringContaining(message) });
    }
    const variants = { hi: " नमस्ते {name} " };
    const added = await send("POST", "saved-replies", { title: "Paid", text: "Hello {name}", variants });
    expect(added.json()).toMatchObject({ text: "Hello {name}", variants: { hi: "नमस्ते {name}" } });
    const { id } = added.json();
    const kept = await send("PUT", `saved-replies/${id}`, { title: "Paid out", text: "Hello" });
    expect(kept.json()).toEqual({ id, version: 2, title: "Paid out", text: "Hello", variants: { hi: "नमस्ते {name}" } });
    expect((await call("GET", "saved-replies")).body.replies).toEqual([kept.json()]);
    // A later version may have stored these languages.
    await test.db.updateTable("saved_reply").set({ variants: '{"ta":"வணக்கம்","hi":"नमस्ते"}' }).execute();
    expect((await call("GET", "saved-replies")).body.replies).toMatchObject([{ variants: { hi: "नमस्ते" } }]);
    const removed = await send("PUT", `saved-replies/${id}`, { title: "Paid", text: "Hello", variants: {} });
    expect(removed.json().variants).toEqual({});
  });

  it("is limited to 200", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      id: String(index),
      title: "T",
      text: "T",
      created_at: 1,
    }));
    await test.db.insertInto("saved_reply").values(rows).execute();
    expect((await call("POST", "saved-replies", { title: "T", text: "T" })).status).toBe(409);
  });
});
