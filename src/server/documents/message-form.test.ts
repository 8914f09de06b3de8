import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inquiryFields, type InquiryField, inquiryLimits } from "#domain/inquiries/inquiry.ts";
import { paths } from "#contract/paths.ts";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ env: { LIMIT_BODY_BYTES: "20000" } });
});
afterEach(() => test.close());

function post(fields: Record<string, string> | string, headers: Record<string, string> = form) {
  const payload = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
  return test.app.inject({ method: "POST", url: paths.message, payload, headers });
}

/** The error of a field, found as a screen reader finds it; undefined if there is none. */
function errorAt(field: InquiryField, page: string): string | undefined {
  const input = new RegExp(`<(?:input|textarea)[^>]* name="${field}"[^>]*>`).exec(page)?.[0] ?? "";
  if (!input.includes('aria-invalid="true"')) return undefined;
  const id = /aria-describedby="([^"]+)"/.exec(input)?.[1] ?? "";
  return new RegExp(`<p id="${id}"[^>]*>([^<]*)</p>`).exec(page)?.[1];
}

/** The HTML value of a field. */
function valueAt(field: InquiryField, page: string): string | undefined {
  if (field === "query") return /<textarea[^>]*>([^<]*)<\/textarea>/.exec(page)?.[1];
  const input = new RegExp(`<input[^>]* name="${field}"[^>]*>`).exec(page)?.[0] ?? "";
  return / value="([^"]*)"/.exec(input)?.[1];
}

it("is at the address of the page's form", async () => {
  const { body } = await test.app.inject(paths.message);
  expect(body).toMatch(/<form [^>]*action="\/contact\/message"[^>]*>/);
  expect(body).toMatch(/<form [^>]*method="post"[^>]*>/);
  for (const field of inquiryFields) {
    expect(body).toMatch(new RegExp(`<(input|textarea)[^>]* name="${field}"[^>]*>`));
    // A long text is counted instead of cut.
    const limit = field === "query" ? "0 of 4,000" : `maxLength="${inquiryLimits[field]}"`;
    expect(body.replaceAll("<!-- -->", "")).toContain(limit);
    expect(errorAt(field, body)).toBeUndefined();
  }
});

describe("a good inquiry", () => {
  it("is stored once and redirects to a page that a reload does not resend", async () => {
    const response = await post(goodInquiry);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toMatch(/^\/contact\/message\?sent=[\w-]{43}$/);
    const [stored] = (await test.dump()).inquiry as Array<{ reference: string }>;
    expect(stored).toMatchObject(goodInquiry);
    const location = String(response.headers.location);
    const next = await test.app.inject(location);
    expect(next.statusCode).toBe(200);
    expect(next.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    expect(next.body).toContain("Message Sent Successfully!");
    expect(next.body).toContain("Thank you. Your message has reached our team");
    expect(next.body).toContain(`>${stored?.reference}<`);
    expect(next.body).toContain(`href="/receipt?key=${location.split("=")[1]}"`);
    expect(next.body).not.toContain("<form");
    expect(next.body).not.toContain(goodInquiry.name);
    expect((await test.dump()).inquiry).toHaveLength(1);
  });

  it("is not confirmed for a forged key", async () => {
    await post(goodInquiry);
    for (const query of ["?sent", "?sent=", `?sent=${"x".repeat(43)}`, "?sent=a&sent=b"]) {
      const { statusCode, body } = await test.app.inject(`/contact/message${query}`);
      expect(statusCode).toBe(200);
      expect(body).not.toContain("Message Sent Successfully!");
      expect(body).toContain("<form");
    }
  });

  it("is stored as typed, in every script, with plain line ends", async () => {
    await post({ ...goodInquiry, name: " मीरा उदाहरण ", query: "पहला\r\nदूसरा + & = % ₹ 😀" });
    expect((await test.dump()).inquiry).toMatchObject([{ name: "मीरा उदाहरण", query: "पहला\nदूसरा + & = % ₹ 😀" }]);
  });
});

describe("continuing in WhatsApp", () => {
  beforeEach(async () => {
    const channel = { isActive: true, proof: "" };
    await test.services.channels.add({ ...channel, type: "whatsapp", value: "+91 90000 00002", isActive: false });
    // A group invitation is not a chat.
    const group = "https://chat.whatsapp.com/ABCdef123";
    await test.services.channels.add({ ...channel, type: "whatsapp", value: group });
    await test.services.channels.add({ ...channel, type: "whatsapp", value: "+91 90000 00003" });
  });

  it("is offered on the private page with the reference only", async () => {
    const { headers } = await post(goodInquiry);
    const sent = await test.app.inject(String(headers.location));
    expect(sent.body).not.toContain("wa.me");
    const { body } = await test.app.inject(/href="(\/receipt\?key=[\w-]+)"/.exec(sent.body)?.[1] ?? "");
    const [stored] = (await test.dump()).inquiry as Array<{ reference: string }>;
    const text = encodeURIComponent(`My reference is ${stored?.reference}`);
    expect(body.match(/href="[^"]*wa\.me[^"]*"/g)).toEqual([`href="https://wa.me/919000000003?text=${text}"`]);
  });

  it("is offered while throttled, without typed data, and not with field errors", async () => {
    await test.close();
    test = await createTestApp({ env: { LIMIT_INQUIRIES_PER_MINUTE: "1", LIMIT_INQUIRY_BURST: "1" } });
    await test.services.channels.add({ isActive: true, proof: "", type: "whatsapp", value: "+91 90000 00003" });
    // The channel itself stands beside the form, without a text.
    expect((await post({ ...goodInquiry, email: "asha" })).body).not.toMatch(/wa\.me[^"]*\?/);
    await post(goodInquiry);
    const { statusCode, body } = await post(goodInquiry);
    expect(statusCode).toBe(429);
    const [link = ""] = /https:\/\/wa\.me[^"]*\?[^"]*/.exec(body) ?? [];
    expect(decodeURIComponent(link)).toBe(
      "https://wa.me/919000000003?text=Hello, I could not send my message on your site.",
    );
  });

  it("is not offered by the form itself, nor without a chat", async () => {
    expect((await test.app.inject("/contact/message")).body).not.toContain("wa.me");
    for (const { _id } of await test.services.channels.list()) await test.services.channels.remove(_id);
    expect((await post({ ...goodInquiry, email: "asha" })).body).not.toContain("WhatsApp</a>");
  });
});

describe("a bad inquiry", () => {
  it.each<[InquiryField, string, string, string]>([
    ["name", "blank", " ", "Full Name is required."],
    ["phone", "blank", "", "Phone Number is required."],
    ["email", "no address", "asha", "Email Address must be an address such as asha@example.com."],
    ["city", "too long", "c".repeat(101), "City must be at most 100 characters."],
    ["query", "too long", "q".repeat(4001), "Message must be at most 4000 characters."],
  ])("is given back with a message at %s where it is %s", async (field, _what, value, message) => {
    const response = await post({ ...goodInquiry, [field]: value });
    expect(response.statusCode).toBe(422);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.body).toContain("Please correct the marked fields.");
    for (const other of inquiryFields) {
      expect(errorAt(other, response.body)).toBe(other === field ? message : undefined);
      expect(valueAt(other, response.body)).toBe(other === field ? value : goodInquiry[other]);
    }
    expect((await test.dump()).inquiry).toEqual([]);
  });

  it.each([
    ["nothing", ""],
    ["other fields", "a=1&__proto__=2&constructor=3"],
    ["each field twice", inquiryFields.map((field) => `${field}=a&${field}=b`).join("&")],
  ])("that has %s is asked for everything", async (_what, body) => {
    const response = await post(body);
    expect(response.statusCode).toBe(422);
    for (const field of inquiryFields) expect(errorAt(field, response.body)).toMatch(/(is required|must be text)\.$/);
    expect((await test.dump()).inquiry).toEqual([]);
  });

  it("is returned as text", async () => {
    const hostile = `"><script>alert(1)</script></textarea><img src=x onerror=alert(1)>&'`;
    const response = await post(Object.fromEntries(inquiryFields.map((field) => [field, hostile])));
    expect(response.statusCode).toBe(422);
    expect(response.body).not.toContain("<script>alert");
    expect(response.body).not.toContain("<img");
    const escaped = hostile
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#x27;");
    for (const field of inquiryFields) expect(valueAt(field, response.body)).toBe(escaped);
  });
});

describe("a post that is not a plain form", () => {
  it.each([
    ["JSON", "application/json", JSON.stringify(goodInquiry)],
    ["text", "text/plain", "name=Asha"],
  ])("answers 415 for %s", async (_what, type, body) => {
    const response = await post(body, { "content-type": type });
    expect(response.statusCode).toBe(415);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.body).toContain("This request cannot be answered");
    expect((await test.dump()).inquiry).toEqual([]);
  });

  it("responds 413 to a huge one", async () => {
    const response = await post({ ...goodInquiry, query: "q".repeat(20_001) });
    expect(response.statusCode).toBe(413);
    expect(response.body).toContain("This request cannot be answered");
    expect((await test.dump()).inquiry).toEqual([]);
  });

  it("responds 405 with Allow for another method", async () => {
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
      const response = await test.app.inject({ method, url: paths.message });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe("GET, HEAD, POST");
    }
  });
});

it("shows only that an inquiry failed which the store could not keep", async () => {
  await test.store.close();
  const response = await post(goodInquiry);
  expect(response.statusCode).toBe(500);
  expect(response.body).toContain("Rain stopped play");
  for (const field of inquiryFields) expect(response.body).not.toContain(goodInquiry[field]);
  await test.app.close();
  test = await createTestApp();
});
