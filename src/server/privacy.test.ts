import type { InjectOptions } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { privacySections } from "#web/content/privacy.ts";
import { exampleCalls, goodInquiry, storedInquiry } from "./api/testing.ts";
import { createTestApp, type TestApp } from "./testing.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

/** Fails where the privacy policy no longer says this: a promise and its test change together. */
function expectPromise(sentence: string): void {
  const said = privacySections(test.config.site).flatMap(({ title, paragraphs = [], items = [] }) => [
    title,
    ...paragraphs,
    ...items,
  ]);
  expect(said.join("\n")).toContain(sentence);
}

/** Everything that a visitor can ask for by looking. */
function looks(): InjectOptions[] {
  const pages = [
    ...test.renderer.pages.keys(),
    "/contact?tab=community",
    "/contact/message?sent=made-up",
    "/nowhere",
    "/%zz",
  ];
  const files = ["/robots.txt", "/sitemap.xml", "/site.webmanifest", "/favicon.svg", "/og.png", "/healthz", "/readyz"];
  const calls = exampleCalls.filter(({ method }) => method === "GET").map(({ path }) => path);
  return [...pages, ...files, ...calls, "/api/openapi.json", "/api/nowhere"].map((url) => ({ url }));
}

/** What a visitor can send, rightly and wrongly. */
function sends(): InjectOptions[] {
  const payload = new URLSearchParams(goodInquiry).toString();
  return [
    { method: "POST", url: "/api/contact-inquiries", payload: goodInquiry },
    { method: "POST", url: "/api/contact-inquiries", payload: {} },
    { method: "POST", url: "/contact/message", payload, headers: form },
    { method: "POST", url: "/contact/message", payload: "", headers: form },
    { method: "POST", url: "/receipt/erase", payload: "key=made-up", headers: form },
    { method: "POST", url: "/api/session", payload: { email: "visitor@example.com", password: "a guess" } },
    { method: "DELETE", url: "/api/session" },
    { method: "POST", url: "/" },
  ];
}

const visitor = {
  "user-agent": "Phone/1.0",
  "x-forwarded-for": "203.0.113.99",
  referer: "https://search.example/?q=x",
  cookie: "session=something; other=thing",
};

describe("Zero data collection by browsing", () => {
  it("When you only look at this site, we collect: no personal information, no device information, no usage analytics, no financial data.", async () => {
    for (const item of [
      "no personal information",
      "no device information",
      "no usage analytics",
      "no financial data",
    ]) {
      expectPromise(item);
    }
    const before = await test.dump();
    for (const look of looks()) await test.app.inject({ ...look, headers: visitor, remoteAddress: "203.0.113.99" });
    expect(await test.dump()).toEqual(before);
  });
});

describe("No storage", () => {
  it("This site sets no cookie for visitors, whatever they look at or send.", async () => {
    expectPromise("This site sets no cookie for visitors");
    expectPromise("Visitors never get one.");
    for (const request of [...looks(), ...sends()]) {
      const { headers } = await test.app.inject({ ...request, headers: { ...visitor, ...request.headers } });
      expect(headers).not.toHaveProperty("set-cookie");
      expect(headers).not.toHaveProperty("clear-site-data");
    }
  });
});

describe("No third-party sharing", () => {
  it("Pages load nothing from other hosts: their policy would not let them.", async () => {
    expectPromise("Pages load nothing from other hosts");
    for (const look of looks()) {
      const policy = String((await test.app.inject(look)).headers["content-security-policy"]);
      expect(policy).toMatch(/^default-src 'none';/);
      const sources = policy.split(";").flatMap((directive) => directive.split(" ").slice(1));
      for (const source of sources) expect(source).toMatch(/^'(self|none|sha256-[\w+/=]+)'$/);
    }
  });
});

describe("If you send us an inquiry", () => {
  it("Which fields: your full name, phone number, e-mail address, city and message, and the time it was sent.", async () => {
    expectPromise("your full name, phone number, e-mail address, city and message, and the time it was sent.");
    const before = await test.dump();
    await test.app.inject({
      method: "POST",
      url: "/api/contact-inquiries",
      payload: { ...goodInquiry, device: "phone", address: "a street" },
      headers: visitor,
      remoteAddress: "203.0.113.98",
    });
    const after = await test.dump();
    // What is added says nothing of the visitor but what was typed.
    expect(after["inquiry"]).toEqual([storedInquiry(goodInquiry, test.clock.now())]);
    expect(after["inquiry_count"]).toEqual([{ status: "new", count: 1 }]);
    expect(after["inbox_change"]).toMatchObject([{ kind: "added" }]);
    const ours = ["inquiry", "inquiry_count", "inbox_change", "sqlite_sequence"];
    const others = (dump: typeof before) => Object.entries(dump).filter(([table]) => !ours.includes(table));
    expect(others(after)).toEqual(others(before));
  });

  it("For how long: it is erased by itself 180 days after it was sent.", async () => {
    expectPromise("it is erased by itself 180 days after it was sent.");
    await test.services.inquiries.submit(goodInquiry);
    test.clock.advance({ days: 100 });
    await test.services.inquiries.submit({ ...goodInquiry, name: "Later Example" });
    test.clock.advance({ days: 80 });
    await test.services.tidy();
    expect(await test.store.inquiries.count()).toBe(2);
    test.clock.advance({ seconds: 1 });
    await test.services.tidy();
    expect((await test.dump()).inquiry).toMatchObject([{ name: "Later Example" }]);
    test.clock.advance({ days: 100 });
    await test.services.tidy();
    expect(await test.store.inquiries.count()).toBe(0);
  });

  it("For how long: however many there are.", async () => {
    await Promise.all(Array.from({ length: 1201 }, () => test.services.inquiries.submit(goodInquiry)));
    test.clock.advance({ days: 181 });
    expect(await test.services.inquiries.eraseOld()).toBe(1201);
    expect(await test.store.inquiries.count()).toBe(0);
  });

  it("Erasing it sooner: we erase every inquiry sent with the e-mail address you gave.", async () => {
    expectPromise("from the e-mail address you gave, and we erase every inquiry sent with it.");
    const other = { ...goodInquiry, email: "asha@example.org" };
    for (const inquiry of [goodInquiry, { ...goodInquiry, email: "ASHA@Example.com" }, other]) {
      await test.services.inquiries.submit(inquiry);
    }
    expect(await test.services.inquiries.eraseByEmail(" Asha@example.com ")).toBe(2);
    expect((await test.dump()).inquiry).toMatchObject([{ email: "asha@example.org" }]);
    expect(await test.services.inquiries.eraseByEmail("asha@example.com")).toBe(0);
  });

  it("It is never written to addresses.", async () => {
    expectPromise("It is never written to logs or addresses.");
    for (const send of sends()) {
      const { headers } = await test.app.inject(send);
      if (send.url === "/receipt/erase") continue;
      // The key is random, and says nothing of what was typed.
      expect(headers.location ?? "/contact/message?sent=").toMatch(/^\/contact\/message\?sent=([\w-]{43})?$/);
    }
    const { body } = await test.app.inject("/contact/message");
    expect(body).toMatch(/<form [^>]*method="post"/);
  });
});

describe("Our team's sign-in", () => {
  it("failed sign-ins are counted for a day under a keyed code from which no address can be read.", async () => {
    expectPromise("failed sign-ins are counted for a day under a keyed code from which no address can be read.");
    const payload = { email: "visitor@example.com", password: "a guess" };
    await test.app.inject({ method: "POST", url: "/api/session", payload, remoteAddress: "203.0.113.97" });
    const counted = await test.dump();
    expect(counted.sign_in_failure).not.toEqual([]);
    expect(JSON.stringify(counted)).not.toMatch(/203\.0\.113\.97|visitor@example\.com|a guess/);
    test.clock.advance({ hours: 24 });
    await test.services.tidy();
    expect((await test.dump()).sign_in_failure).not.toEqual([]);
    test.clock.advance({ seconds: 1 });
    await test.services.tidy();
    expect((await test.dump()).sign_in_failure).toEqual([]);
  });
});
