import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry, goodReport } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const forms = [
  ["/contact/message", goodInquiry, "query"],
  ["/report", goodReport, "happened"],
] as const;

const keyIn = (page: string) => /<input type="hidden" name="key" value="([\w-]{36})"\/>/.exec(page)?.[1] ?? "";
const kept = () => test.store.inquiries.count();

function post(url: string, fields: Record<string, string>) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return test.app.inject({ method: "POST", url, headers, payload: new URLSearchParams(fields).toString() });
}

describe.each(forms)("the plain form at %s", (url, fields, field) => {
  it("has a new key at each rendering, and is never cached", async () => {
    const pages = await Promise.all([1, 2, 3].map(() => test.app.inject(url)));
    expect(new Set(pages.map(({ body }) => keyIn(body))).size).toBe(3);
    for (const { body, headers } of pages) {
      expect(keyIn(body)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  it("makes one inquiry of two taps, a retry and a reload, and redirects to the same page", async () => {
    const key = keyIn((await test.app.inject(url)).body);
    const taps = await Promise.all([1, 2, 3].map(() => post(url, { ...fields, key })));
    const responses = [...taps, await post(url, { ...fields, key })];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303]);
    expect(new Set(responses.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await kept()).toBe(1);
  });

  it("keeps its key when returned with errors, so that it still makes one inquiry", async () => {
    const key = keyIn((await test.app.inject(url)).body);
    const wrong = url === "/report" ? { reported: "" } : { email: "nobody" };
    const refused = await post(url, { ...fields, ...wrong, key });
    expect(refused.statusCode).toBe(422);
    expect(keyIn(refused.body)).toBe(key);
    await Promise.all([1, 2].map(() => post(url, { ...fields, key })));
    expect(await kept()).toBe(1);
  });

  it("is returned with a new key and the typed text if the key was used with another text", async () => {
    const key = keyIn((await test.app.inject(url)).body);
    await post(url, { ...fields, key });
    const other = { ...fields, [field]: "Something else that I forgot" };
    const refused = await post(url, { ...other, key });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain("Something else that I forgot");
    expect(refused.body).toContain("You already sent this form with different text.");
    const next = keyIn(refused.body);
    expect(next).not.toBe(key);
    expect(await kept()).toBe(1);
    expect((await post(url, { ...other, key: next })).statusCode).toBe(303);
    expect(await kept()).toBe(2);
  });

  it.each(["", "short", "with a space in the middle of it", "x".repeat(201)])(
    "is accepted with a key that something has made %j, as one without a key is",
    async (key) => {
      for (const sent of [{ ...fields, key }, { ...fields, key }, fields]) {
        expect((await post(url, sent)).statusCode).toBe(303);
      }
      expect(await kept()).toBe(3);
    },
  );
});

it("is on no cached page", async () => {
  for (const url of ["/", "/contact", "/contact?tab=community", "/terms", "/privacy", "/verify"]) {
    expect((await test.app.inject(url)).body, url).not.toContain('name="key"');
  }
});
