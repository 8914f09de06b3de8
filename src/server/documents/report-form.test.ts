import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reportFields, reportLimits } from "#domain/inquiries/inquiry.ts";
import { paths } from "#contract/paths.ts";
import { goodReport } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: "POST",
    url: paths.report,
    payload: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const kept = async () => (await test.dump())["inquiry"];

it("is at the address of the page's form, and names whom else to notify", async () => {
  const { body } = await test.app.inject(paths.report);
  expect(body).toMatch(/<form [^>]*action="\/report"[^>]*>/);
  for (const field of reportFields) {
    expect(body).toMatch(new RegExp(`<(input|textarea)[^>]* name="${field}"[^>]*>`));
    const limit = field === "happened" ? "0 of 4,000" : `maxLength="${reportLimits[field]}"`;
    expect(body.replaceAll("<!-- -->", "")).toContain(limit);
  }
  expect(body).toContain('href="tel:1930"');
  expect(body).toContain('href="https://cybercrime.gov.in/"');
});

it("is rendered per visitor, for every query", async () => {
  for (const query of ["", "?sent", "?sent=", "?sent=nothing", "?sent=a&sent=b"]) {
    const response = await test.app.inject(paths.report + query);
    expect(response.statusCode, query).toBe(200);
    expect(response.headers["cache-control"], query).toBe("no-store");
  }
});

describe("a good report", () => {
  it("is stored once, as its own kind, and redirects to a page that a reload does not resend", async () => {
    const response = await post(goodReport);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toMatch(/^\/report\?sent=[\w-]{43}$/);
    const [row] = (await kept()) as Array<{ reference: string }>;
    expect(row).toMatchObject({
      kind: "impostor",
      reported: goodReport.reported,
      query: goodReport.happened,
      email: goodReport.reach,
      ...{ name: "", phone: "", city: "", status: "new" },
    });
    const next = await test.app.inject(String(response.headers.location));
    expect(next.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(next.body).toContain("Report received");
    expect(next.body).toContain(`>${row?.reference}<`);
    expect(next.body).not.toContain(goodReport.reported);
    expect(await kept()).toHaveLength(1);
  });

  it("needs only what it is about, and no sender", async () => {
    for (const reported of ["+91 90000 00002", "@saffron_examp1e"]) await post({ reported, happened: "", reach: "" });
    expect(await kept()).toMatchObject([{ email_key: null, phone_key: null }, { email_key: null }]);
    const { inquiries } = await test.services.inbox.list({}, { limit: 10 }, "me");
    expect(inquiries.map(({ others }) => others)).toEqual([0, 0]);
    // Erasing by an empty address does not erase it either.
    expect(await test.services.inquiries.eraseByEmail("")).toBe(0);
  });

  it("stores a number, and finds others by it", async () => {
    await post({ ...goodReport, reach: "090000 00009" });
    await post({ ...goodReport, reach: "+91 90000-00009" });
    const { inquiries } = await test.services.inbox.list({}, { limit: 10 }, "me");
    expect(inquiries.map(({ others }) => others)).toEqual([1, 1]);
  });

  it("is shown on its private page, which can erase it", async () => {
    const { headers } = await post(goodReport);
    const key = String(headers.location).split("=")[1] ?? "";
    const { body } = await test.app.inject(`/receipt?key=${key}`);
    expect(body).toContain("Reported as an impostor");
    expect(body).toContain(`<dd>${goodReport.reported}</dd>`);
    expect(body).not.toContain("<dt>City</dt>");
    expect(await test.services.inquiries.eraseByReceipt(key)).toBe(true);
    expect(JSON.stringify(await test.dump())).not.toContain("evil.example");
  });
});

it("is prefilled with the query, and not sent", async () => {
  const { statusCode, headers, body } = await post({ about: '@saffron_examp1e"><b>' });
  expect(statusCode).toBe(200);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toContain('value="@saffron_examp1e&quot;&gt;&lt;b&gt;"');
  expect(body).not.toContain('class="error"');
  expect(await kept()).toEqual([]);
});

it("is returned as typed, with a message at each wrong field", async () => {
  const { statusCode, body } = await post({ reported: " ", happened: "क्या हुआ", reach: "asha@" });
  expect(statusCode).toBe(422);
  expect(body).toContain("Please correct the marked fields.");
  expect(body).toContain('class="error">Number, name or link is required.<');
  expect(body).toContain('class="error">How to reach you must be an email address or a phone number, or empty.<');
  expect(body).toContain(">क्या हुआ</textarea>");
  expect(body).toContain('value="asha@"');
  expect(await kept()).toEqual([]);
});

it("rejects requests from another site", async () => {
  expect((await post(goodReport, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  expect(await kept()).toEqual([]);
});
