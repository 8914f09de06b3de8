import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hi } from "#languages/compiled/hi.ts";
import { messageForms, reportForms } from "../documents/form-pages.ts";
import { receiptPages } from "../documents/receipt-pages.ts";
import { createFileMemory } from "../http/file-memory.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import { type ApiTest, createApiTest, goodInquiry, goodReport } from "../testing-api.ts";

let test: ApiTest;
beforeEach(async () => {
  test = await createApiTest({ env: { LIMIT_INQUIRIES_PER_MINUTE: "6", LIMIT_INQUIRY_BURST: "4" } });
});
afterEach(() => test.close());

const inquiries = "/api/contact-inquiries";
const { labels } = hi.problems;

function post(url: string, payload: object, headers = {}) {
  return test.app.inject({ method: "POST", url, payload, headers });
}

async function newestLanguage(): Promise<unknown> {
  const rows = (await test.dump())["inquiry"] as Array<{ number: number; language: string | null }>;
  return rows.toSorted((one, other) => other.number - one.number)[0]?.language;
}

describe("the language of a submission", () => {
  it.each([
    [inquiries, goodInquiry, hi.accepted.inquiry],
    ["/api/impostor-reports", goodReport, hi.accepted.report],
  ])("to %s is kept, and the response is in it", async (url, fields, message) => {
    const response = await post(url, { ...fields, language: "hi" });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      message,
      receipt: expect.stringMatching(/^\/receipt\?key=[\w-]{43}$/),
    });
    expect(await newestLanguage()).toBe("hi");
  });

  // Browsers that translate a page change its language.
  it.each([undefined, "fr", "hi-IN", "", 7, ["hi"], "__proto__"])("is not known if it is %j", async (language) => {
    const response = await post(inquiries, { ...goodInquiry, language });
    expect(response.statusCode).toBe(201);
    expect(response.json().receipt).toMatch(/^\/receipt\?/);
    expect(await newestLanguage()).toBeNull();
  });

  it("is no part of what an idempotency key stands for", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await post(inquiries, { ...goodInquiry, language: "hi" }, headers);
    const again = await post(inquiries, goodInquiry, headers);
    expect(again.json().reference).toBe(first.json().reference);
    expect(await newestLanguage()).toBe("hi");
  });
});

describe("what is wrong is said in the language of the call", () => {
  it("at each field", async () => {
    const wrong = { phone: 7, email: "asha", city: "x".repeat(101), query: " " };
    const response = await post(inquiries, { ...wrong, language: "hi" });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      message: hi.problems.correctFields,
      errors: {
        name: hi.problems.required(labels.name),
        phone: hi.problems.notText(labels.phone),
        email: hi.problems.wrongEmail,
        city: hi.problems.tooLong(labels.city, 100),
        query: hi.problems.required(labels.query),
      },
    });
    const english = await post(inquiries, { ...goodInquiry, name: "" });
    expect(english.json().errors).toEqual({ name: "Full Name is required." });
  });

  it("with files", async () => {
    const files = new FormData();
    for (const [name, value] of Object.entries({ ...goodInquiry, language: "hi" })) files.append(name, value);
    files.append("attachments", new Blob(["no picture"], { type: "image/png" }), "a.png");
    const { headers, body } = new Response(files);
    const payload = Buffer.from(await new Response(body).arrayBuffer());
    const response = await post(inquiries, payload, Object.fromEntries(headers));
    expect(response.json().errors).toEqual({ attachments: hi.problems.files["wrong type"] });
  });

  it.each([
    ["/api/impostor-reports", { reach: "nobody" }, "reach", hi.problems.wrongReach],
    ["/api/verify", {}, "text", hi.problems.required(labels.asked)],
    ["/api/conversation", {}, "key", hi.problems.noKey],
    ["/api/conversation/answers", { key: "k" }, "text", hi.problems.required(labels.answer)],
  ])("by %s", async (url, fields, field, message) => {
    const { errors } = (await post(url, { ...fields, language: "hi" })).json<{ errors: Record<string, string> }>();
    expect(errors[field]).toBe(message);
  });

  it("for an unknown private page, and for too many messages", async () => {
    const unknown = await post("/api/conversation", { key: "unknown", language: "hi" });
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, hi.problems.noPage]);
    for (let sent = 0; sent < 4; sent += 1) await post(inquiries, { ...goodInquiry, query: `Message ${sent}` });
    const throttled = await post(inquiries, { ...goodInquiry, language: "hi" });
    expect([throttled.statusCode, throttled.json().message]).toEqual([429, hi.problems.throttled.network("10 सेकंड")]);
  });
});

it("is that of the times on the private page", async () => {
  const { receiptKey } = await test.services.inquiries.submit(goodInquiry);
  const receivedAt = async (fields: object) => (await post("/api/conversation", { key: receiptKey, ...fields })).json();
  expect(await receivedAt({})).toMatchObject({ receivedAt: expect.stringMatching(/^\d+ [A-Z][a-z]+ 20\d\d/) });
  expect(await receivedAt({ language: "hi" })).toMatchObject({
    receivedAt: expect.stringMatching(/^\d+ [\u0900-\u097f]+ 20\d\d/),
  });
});

it("is that of the page of a plain form", async () => {
  const { config, services } = test;
  // Renders only what it got.
  const renderer = { ...test.renderer, render: (url: string, data: unknown) => JSON.stringify({ url, data }) };
  const report = () => Promise.reject(new StoreUnavailableError("full", new Error("disk full")));
  const deps = {
    ...services,
    inquiries: { ...services.inquiries, report },
    site: config.site,
    renderer,
    address: { url: undefined },
  };
  const app = Fastify();
  app.decorate("logStoreFailure", () => undefined);
  app.decorate("fileMemory", createFileMemory({ uploadSeconds: 300 }));
  for (const forms of [messageForms(deps), reportForms(deps), receiptPages(deps)]) await app.register(forms);
  const send = (url: string, fields: Record<string, string>) =>
    app.inject({
      method: "POST",
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const refused = await send("/hi/contact/message", { ...goodInquiry, city: "" });
  expect(refused.json()).toMatchObject({
    url: "/hi/contact/message",
    data: { refused: { errors: { city: hi.problems.required(labels.city) }, message: hi.problems.correctFields } },
  });
  const sent = await send("/hi/contact/message", goodInquiry);
  expect(sent.headers.location).toMatch(/^\/hi\/contact\/message\?sent=/);
  expect(await newestLanguage()).toBe("hi");
  const accepted = (await app.inject(String(sent.headers.location))).json();
  expect(accepted.data.accepted).toMatchObject({
    message: hi.accepted.inquiry,
    receipt: expect.stringMatching(/^\/receipt\?key=/),
  });
  const unanswered = await send(`/hi${accepted.data.accepted.receipt}`, { text: "" });
  expect(unanswered.json().data.refusedAnswer.message).toBe(hi.problems.required(labels.answer));
  const unkept = await send("/hi/report", goodReport);
  expect([unkept.statusCode, unkept.json()]).toEqual([
    503,
    expect.objectContaining({
      url: "/hi/report",
      data: expect.objectContaining({
        report: { values: expect.objectContaining(goodReport), errors: {}, message: hi.problems.unavailable },
      }),
    }),
  ]);
  await app.close();
});
