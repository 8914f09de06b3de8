import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxAsked } from "#contract/channels/verify.ts";
import { channelLimits } from "#domain/channels/channel-list.ts";
import { paths } from "#contract/paths.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.services.channels.add({ type: "telegram", value: "@saffron_example", isActive: true, proof: "Daily" });
});
afterEach(() => test.close());

const check = (text: string, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: "POST",
    url: paths.verify,
    payload: new URLSearchParams({ text }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

it("is at the address of the page's form, with the API's limit", async () => {
  expect(maxAsked).toBe(channelLimits.value);
  const { body } = await test.app.inject(paths.verify);
  expect(body).toMatch(/<form [^>]*action="\/verify#verdict"[^>]*>/);
  expect(body).toMatch(/<form [^>]*method="post"[^>]*>/);
  expect(body).toContain(`maxLength="${maxAsked}"`);
  // Our channels stand there to compare by eye; nothing is said of any text.
  expect(body).not.toContain("Yes, this is ours");
});

describe("a response", () => {
  it.each([
    ["https://telegram.me/saffron_example", "Yes, this is ours", true],
    ["@saffron_examp1e", "This is not ours: likely an impostor", true],
    ["@somebody_else", "This is not on our list", false],
    ["who are you?", "We cannot read this", false],
  ])("to %s says: %s", async (text, heading, linked) => {
    const { statusCode, headers, body } = await check(text);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ "cache-control": "no-store", "content-type": "text/html; charset=utf-8" });
    expect(body).toContain(heading);
    expect(body.includes('href="https://t.me/saffron_example"')).toBe(linked);
    expect(body).toMatch(new RegExp(`<input [^>]*value="${text.replace("?", "\\?")}"`));
    expect(body.includes('name="about"')).toBe(/impostor|list/.test(heading));
    expect(body.includes("pay anything there")).toBe(/impostor|list/.test(heading));
  });

  it("has the query as text, never as a link", async () => {
    const hostile = `https://evil.example/"><script>alert(1)</script>`;
    const { body } = await check(hostile);
    expect(body).not.toContain("<script>alert");
    expect(body).not.toContain('href="https://evil');
  });

  it("is in no URL and is not stored", async () => {
    const before = await test.dump();
    for (const text of ["@saffron_example", "@saffron_examp1e", "@somebody_else", "who are you?", " "]) {
      const { headers } = await check(text);
      expect(headers).not.toHaveProperty("location");
      const called = await test.app.inject({ method: "POST", url: "/api/verify", payload: { text } });
      expect(called.headers["cache-control"]).toBe("no-store");
    }
    expect(await test.dump()).toEqual(before);
  });
});

it.each([
  ["nothing", " ", "Number, name, link or address is required."],
  ["too much", "n".repeat(501), "Number, name, link or address must be at most 500 characters."],
])("asks again at the field for %s, with what was typed", async (_what, text, message) => {
  const { statusCode, headers, body } = await check(text);
  expect(statusCode).toBe(422);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toContain(`class="error">${message}<`);
  expect(body).toContain(`value="${text}"`);
});

it("rejects requests from another site, and other methods", async () => {
  expect((await check("@x", { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  const response = await test.app.inject({ method: "PUT", url: paths.verify });
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe("GET, HEAD, POST");
});
