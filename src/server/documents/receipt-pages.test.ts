import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { goodInquiry } from "../testing-api.ts";
import { erasePath, stopMailLink, stopMailPath } from "#contract/conversation-paths.ts";
import { receiptLink } from "#contract/paths.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
const inquiry = { ...goodInquiry, name: "मीरा उदाहरण", query: "<b>Where?</b>\nकहाँ" };

let test: TestApp;
let key: string;
let reference: string;
beforeEach(async () => {
  test = await createTestApp();
  ({ receiptKey: key, reference } = await test.services.inquiries.submit(inquiry));
});
afterEach(() => test.close());

const erase = (body: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: "POST", url: erasePath, payload: body, headers: { ...form, ...headers } });
const answer = (fields: Record<string, string>, receiptKey = key) =>
  test.app.inject({
    method: "POST",
    url: receiptLink(receiptKey),
    payload: new URLSearchParams(fields).toString(),
    headers: form,
  });
const answers = async () => (await test.dump()).inquiry_entry ?? [];
const kept = () => test.store.inquiries.count();

describe("the private page", () => {
  it("shows content, status and time, as text", async () => {
    const response = await test.app.inject(receiptLink(key));
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(`>${reference}<`);
    expect(response.body).toContain(">Received<");
    // 12:00 UTC in the site's time zone.
    expect(response.body).toMatch(/>1 November 2026, 5:30 pm</);
    for (const value of [inquiry.name, inquiry.phone, inquiry.email, inquiry.city])
      expect(response.body).toContain(value);
    expect(response.body).toContain("&lt;b&gt;Where?&lt;/b&gt;\nकहाँ");
    expect(response.body).not.toContain("<b>Where");
  });

  it("is neither cached nor indexed, and sends no referrer to other sites", async () => {
    for (const url of [receiptLink(key), receiptLink("made-up"), "/receipt", "/receipt?erased"]) {
      const { headers, body } = await test.app.inject(url);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      });
      expect(headers).not.toHaveProperty("set-cookie");
      expect(body).toContain('<meta name="robots" content="noindex"/>');
    }
  });

  it.each<[InquiryStatus, string]>([
    ["new", "Received"],
    ["in progress", "In progress"],
    ["answered", "Answered"],
    ["closed", "Closed"],
    // Visitors must not see the spam guard's assessment.
    ["suspected", "Received"],
  ])("says of %s: %s", async (status, word) => {
    await test.db.updateTable("inquiry").set({ status }).execute();
    const { body } = await test.app.inject(receiptLink(key));
    const current = /<li[^>]*aria-current="step"[^>]*><strong>([^<]*)|<strong class="chip">([^<]*)/.exec(body);
    expect(current?.[1] ?? current?.[2]).toBe(word);
    expect(body).not.toContain("suspected");
  });

  it("answers the same to unknown and former keys", async () => {
    const [{ receipt_hash: hash } = { receipt_hash: "" }] = (await test.dump()).inquiry as Array<{
      receipt_hash: string;
    }>;
    await erase(`key=${key}`);
    const plain = await test.app.inject("/receipt");
    expect(plain.statusCode).toBe(404);
    expect(plain.body).toContain("There is no message here");
    for (const query of [
      `?key=${key}`,
      "?key=",
      `?key=${hash}`,
      "?key=a&key=b",
      `?key=${"x".repeat(5000)}`,
      "?key=%00",
    ]) {
      const response = await test.app.inject(`/receipt${query}`);
      expect(response.statusCode).toBe(404);
      expect(response.body).toBe(plain.body);
    }
  });
});

describe("an answer", () => {
  it("is stored once, however often the form is sent, and shown", async () => {
    const { body } = await test.app.inject(receiptLink(key));
    const idempotencyKey = /name="key" value="([\w-]{36})"/.exec(body)?.[1] ?? "";
    for (let time = 0; time < 2; time++) {
      const response = await answer({ text: "<i>Thanks</i>", key: idempotencyKey });
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toBe(`${receiptLink(key)}#answer`);
    }
    expect(await answers()).toHaveLength(1);
    expect((await test.app.inject(receiptLink(key))).body).toContain("&lt;i&gt;Thanks&lt;/i&gt;");
    const other = await answer({ text: "Something else", key: idempotencyKey });
    expect(other.statusCode).toBe(422);
    expect(other.body).toContain(">Something else</textarea>");
  });

  it.each([
    ["", 422, "Your answer is required."],
    ["x".repeat(4001), 422, "Your answer must be at most 4000 characters."],
  ])("that is refused comes back with its text and why: %#", async (text, status, message) => {
    const response = await answer({ text });
    expect(response.statusCode).toBe(status);
    expect(response.body).toContain(message);
    expect(response.body).toContain(`${text}</textarea>`);
    expect(await answers()).toEqual([]);
  });

  it("that comes too late says so, and what to do", async () => {
    await test.db
      .updateTable("inquiry")
      .set({ status: "closed", closed_at: test.clock.now() - 31 * 86_400_000 })
      .execute();
    const { body } = await test.app.inject(receiptLink(key));
    expect(body).toContain(">Send a new message</a>");
    expect(body).not.toContain("<textarea");
    expect((await answer({ text: "Late" })).statusCode).toBe(409);
  });

  it("with an unknown key gets the page of unknown keys", async () => {
    const response = await answer({ text: "Hello" }, "made-up");
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain("There is no message here");
  });
});

it("a key from an email opens the conversation, and not what else was typed: the address may be a stranger's", async () => {
  const [row] = await test.db.selectFrom("inquiry").select("id").execute();
  const mailed = await test.services.conversations.newLinkKey(row?.id ?? "");
  const { statusCode, body } = await test.app.inject(receiptLink(mailed ?? ""));
  expect(statusCode).toBe(200);
  expect(body).toContain("कहाँ");
  for (const value of [inquiry.name, inquiry.phone, inquiry.email, inquiry.city]) expect(body).not.toContain(value);
  expect(JSON.stringify(await test.dump())).not.toContain(mailed);
  expect((await erase(`key=${mailed}`)).headers.location).toBe("/receipt?erased");
});

it("mails about an inquiry end, and begin again, by a press on the page that a mail links", async () => {
  const mail = { host: "localhost", port: 25, security: "none", user: "", from: "desk@example.com", to: [] } as const;
  const settings = {
    retentionDays: 90,
    acknowledge: false,
    says: "reference",
    mail,
    webhook: null,
    telegram: null,
  } as const;
  await test.services.settings.save({ ...settings, mail: { ...mail, to: [] } }, 0);
  const press = async (address: string) => {
    const payload = `key=${key}&mail=${address}`;
    expect((await test.app.inject({ method: "POST", url: stopMailPath, payload, headers: form })).statusCode).toBe(303);
  };
  expect((await test.app.inject(stopMailLink(key))).body).toContain("Stop these emails");
  // Opening the link alone, as mail scanners do, changes nothing.
  expect((await test.dump()).inquiry).toMatchObject([{ mail_stopped_at: null }]);
  await press("stopped");
  expect((await test.dump()).inquiry).toMatchObject([{ mail_stopped_at: test.clock.now() }]);
  expect((await test.app.inject(receiptLink(key))).body).toContain("Email me again");
  await press("on");
  expect((await test.dump()).inquiry).toMatchObject([{ mail_stopped_at: null }]);
});

describe("erasing", () => {
  it("confirms first, erases permanently, and then reports it", async () => {
    const { body } = await test.app.inject(receiptLink(key));
    expect(body).toMatch(/<details[^>]*><summary>Erase my message<\/summary>/);
    expect(body).toContain(
      `<form action="/receipt/erase" method="post"><input type="hidden" name="key" value="${key}"/>`,
    );

    const response = await erase(`key=${key}`);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe("/receipt?erased");
    expect(JSON.stringify(await test.dump())).not.toMatch(/मीरा|asha@example/);
    const said = await test.app.inject("/receipt?erased");
    expect(said.statusCode).toBe(200);
    expect(said.body).toContain("Your message has been erased");
  });

  it("erases no others, and nothing with a wrong key", async () => {
    const other = await test.services.inquiries.submit(goodInquiry);
    for (const body of ["", "key=", `key=${key}x`, `key=${key}&key=${key}`, "__proto__=1"]) {
      const response = await erase(body);
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toBe("/receipt");
    }
    expect(await kept()).toBe(2);
    await erase(`key=${key}`);
    expect((await test.dump()).inquiry).toMatchObject([{ reference: other.reference }]);
  });

  it("accepts our form, also with Origin: null, and none of another site", async () => {
    for (const headers of [
      { "sec-fetch-site": "cross-site", origin: "null" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
    ]) {
      expect((await erase(`key=${key}`, headers)).statusCode).toBe(403);
    }
    expect(await kept()).toBe(1);
    // What browsers send over plain http from a page without referrers.
    expect((await erase(`key=${key}`, { origin: "null" })).headers.location).toBe("/receipt?erased");
    expect(await kept()).toBe(0);
  });

  it("accepts only a form: no JSON, and no GET", async () => {
    const json = { "content-type": "application/json" };
    expect((await erase(JSON.stringify({ key }), json)).statusCode).toBe(415);
    expect((await test.app.inject(`${erasePath}?key=${key}`)).statusCode).toBe(404);
    expect(await kept()).toBe(1);
  });
});
