import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { blockedDays } from "#domain/inquiries/blocked-sender.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry, goodReport } from "../testing-api.ts";

const sender = { ...goodInquiry, phone: "+91 90000 43210", email: "Tout@Example.com" };

let test: TestApp;
let cookie: string;
let inquiry: InquiryDetail;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  const { settings } = test.services;
  const webhook = { url: "https://example.com/hook" };
  await settings.save(
    { retentionDays: 180, acknowledge: false, says: "reference", mail: null, webhook, telegram: null },
    (await settings.view()).version,
  );
  inquiry = await receive();
});
afterEach(() => test.close());

async function call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object, version?: number) {
  const response = await test.app.inject({
    method,
    url: `/api/${url}`,
    headers: { cookie, "if-match": `"${version ?? 1}"` },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

async function find(reference: string): Promise<InquiryDetail> {
  const { inquiries } = (await call("GET", `contact-inquiries?search=${reference}`)).body;
  return (await call("GET", `contact-inquiries/${inquiries[0].id}`)).body;
}

let key: string;
async function receive(fields: Partial<typeof goodInquiry> = {}): Promise<InquiryDetail> {
  const sent = await test.services.inquiries.submit({ ...sender, ...fields });
  key = sent.receiptKey;
  return find(sent.reference);
}

async function block(phone = true, email = true, version?: number) {
  const seen = version ?? (await find(inquiry.reference)).version;
  return call("PUT", `contact-inquiries/${inquiry.id}/blocked`, { phone, email }, seen);
}

const blocked = async () => (await call("GET", "blocked-senders")).body.senders;
const notified = async () => (await test.dump())["outbox"]?.length;
const statusOf = async (fields: Partial<typeof goodInquiry>) => (await receive(fields)).status;

describe("a blocked sender's messages", () => {
  it("go to Possible spam and notify nobody, however the number or the address is written", async () => {
    expect(await notified()).toBe(1);
    expect((await block()).body).toMatchObject({ blocked: expect.arrayContaining(["phone", "email"]), version: 2 });
    for (const [phone, email] of [
      ["090000 43210", "other@example.com"],
      ["0091-90000-43210", "other@example.com"],
      ["+91 90000 00009", "TOUT@example.com"],
      ["+91 90000 00009", "tout+again@example.com"],
    ] as const) {
      expect(await receive({ phone, email })).toMatchObject({ status: "suspected" });
    }
    const { reference } = await test.services.inquiries.report({ ...goodReport, reach: "9000043210" });
    expect((await find(reference)).status).toBe("suspected");
    expect(await notified()).toBe(1);
    expect(await statusOf({ phone: "+91 90000 00009", email: "other@example.com" })).toBe("new");
    expect(await notified()).toBe(2);
  });

  it("get the same response, and its page says nothing of it", async () => {
    const send = async () => {
      const payload = { ...sender, query: `Question ${Math.random()}` };
      const response = await test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload });
      const body = response.json();
      return { status: response.statusCode, names: Object.keys(body), message: body.message, body };
    };
    const { body: _open, ...before } = await send();
    await block();
    const { body, ...after } = await send();
    expect(after).toEqual(before);
    const page = await test.app.inject({
      method: "POST",
      url: "/api/conversation",
      payload: { key: new URL(body.receipt, "http://localhost").searchParams.get("key") },
    });
    expect(page.json()).toMatchObject({ status: "new", mayAnswer: true });
  });

  it("also as answers on the private page", async () => {
    const answer = (text: string) =>
      test.services.conversations.answer(key, text, { idempotencyKey: undefined, isSuspected: false });
    await answer("It has not arrived.");
    expect(await notified()).toBe(2);
    await block();
    expect(await answer("And again.")).toMatchObject({ ok: true });
    expect(await notified()).toBe(2);
  });
});

describe("a block", () => {
  it("is in the audit log without the number and the address, which the store does not keep", async () => {
    await block(true, false);
    expect(await blocked()).toMatchObject([{ kind: "phone", hint: "…43210", by: { id: test.member.id } }]);
    await test.services.inquiries.eraseByReceipt(key);
    const text = JSON.stringify(await test.dump());
    for (const secret of ["90000 43210", "9000043210", "out@example.com"]) expect(text).not.toContain(secret);
    expect(await statusOf({ email: "other@example.com" })).toBe("suspected");
    const { entries } = (await call("GET", "audit-log?kind=sender-blocked")).body;
    expect(entries).toMatchObject([{ by: { id: test.member.id }, about: { inquiry: inquiry.id, what: ["phone"] } }]);
  });

  it("needs the version that was seen, and something that can be compared", async () => {
    expect((await block(true, true, 7)).status).toBe(412);
    // A second try after a lost response changes nothing.
    expect((await block(true, true, 1)).body.version).toBe(2);
    expect((await block(true, true, 1)).body.version).toBe(2);
    expect((await block(false, true, 1)).status).toBe(412);
    await block(false, false);
    expect(await blocked()).toEqual([]);
    inquiry = await receive({ phone: "none" });
    expect(inquiry).toMatchObject({ blocked: [], blockable: ["email"] });
    expect((await block(true, false)).body.errors).toEqual({ phone: expect.stringContaining("no number") });
  });

  it("ends at the inquiry, which can be undone", async () => {
    await block();
    expect((await block(false, false)).body).toMatchObject({
      blocked: [],
      history: [{ what: "received" }, { what: "blocked" }, { what: "unblocked", by: { id: test.member.id } }],
    });
    expect((await test.dump())["blocked_sender"]).toEqual([]);
    expect((await block()).body.blocked).toHaveLength(2);
  });

  it("ends in the list, where everything is removed, and comes back by an undo within ten minutes", async () => {
    await block(true, false);
    const [{ id }] = await blocked();
    const removed = await call("DELETE", `blocked-senders/${id}`);
    expect((await test.dump())["blocked_sender"]).toEqual([]);
    expect((await call("DELETE", `blocked-senders/${id}`)).status).toBe(404);
    const undo = { undo: removed.body.undo };
    expect((await call("POST", "blocked-senders/restore", undo)).status).toBe(200);
    expect(await blocked()).toMatchObject([{ id, hint: "…43210" }]);
    expect(await statusOf({ email: "other@example.com" })).toBe("suspected");
    await call("DELETE", `blocked-senders/${id}`);
    test.clock.advance({ minutes: 11 });
    expect((await call("POST", "blocked-senders/restore", undo)).status).toBe(409);
    expect((await call("POST", "blocked-senders/restore", { undo: "none of ours" })).status).toBe(409);
    expect(await blocked()).toEqual([]);
  });

  it("ends by itself after a year", async () => {
    await block();
    test.clock.advance({ days: blockedDays });
    await test.services.cleanUp.run();
    expect((await test.dump())["blocked_sender"]).toHaveLength(2);
    test.clock.advance({ seconds: 1 });
    await test.services.cleanUp.run();
    expect((await test.dump())["blocked_sender"]).toEqual([]);
  });

  it("is one of a thousand at most", async () => {
    const row = (index: number) => ({
      id: `id ${index}`,
      key_hash: `hash ${index}`,
      kind: "phone" as const,
      hint: "…",
      created_at: test.clock.now(),
    });
    for (let from = 0; from < 999; from += 333)
      await test.db
        .insertInto("blocked_sender")
        .values(Array.from({ length: 333 }, (_, index) => row(from + index)))
        .execute();
    expect((await block()).status).toBe(409);
    expect((await block(true, false)).status).toBe(200);
  });
});
