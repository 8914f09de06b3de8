import { afterEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";

const made = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const given = "4f3a9c0d1e2b5a687f8e9d0c1b2a3948";
const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

let test: TestApp;
afterEach(() => test.close());

/** The id that an API call of this proxy, or visitor, gets back. */
async function idFor(headers: Record<string, string>, trusted = "loopback"): Promise<string> {
  test = await createTestApp({ env: { TRUST_PROXY: trusted } });
  const response = await test.app.inject({ url: "/api/nowhere", headers });
  expect(response.json().requestId).toBe(response.headers["x-request-id"]);
  return String(response.headers["x-request-id"]);
}

it.each([
  ["its own", { "x-request-id": given, traceparent }, given],
  ["that of its trace", { traceparent }, traceId],
  ["that of its trace, if its own is not one", { "x-request-id": "?", traceparent }, traceId],
])("a trusted proxy's request has %s id, in the header and in the problem", async (_which, headers, id) => {
  expect(await idFor(headers)).toBe(id);
});

it.each([
  ["of a visitor", { "x-request-id": given, traceparent }, "203.0.113.7"],
  ["without any proxy", { "x-request-id": given, traceparent }, "false"],
])("a header %s is ignored", async (_whose, headers, trusted) => {
  expect(await idFor(headers, trusted)).toMatch(made);
});

it.each([
  ["is empty", { "x-request-id": "" }],
  ["is short", { "x-request-id": "1234567" }],
  ["is long", { "x-request-id": "a".repeat(65) }],
  ["would end a line of the log", { "x-request-id": `${given}\\n{"level":30}` }],
  ["would end a text in it", { "x-request-id": `${given}","level":60,"a":"` }],
  ["is markup", { "x-request-id": "<script>alert(1)</script>" }],
  ["is of a trace without a number", { traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` }],
  ["is of a span without a number", { traceparent: `00-${traceId}-${"0".repeat(16)}-01` }],
  ["is of an unknown version", { traceparent: traceparent.replace("00", "ff") }],
])("an id that %s is replaced", async (_what, headers: Record<string, string>) => {
  expect(await idFor(headers)).toMatch(made);
});

it("is not in a response that a cache may keep, but in any other", async () => {
  test = await createTestApp({ env: { TRUST_PROXY: "loopback" } });
  const idAt = async (url: string) =>
    (await test.app.inject({ url, headers: { "x-request-id": given } })).headers["x-request-id"];
  for (const url of ["/", "/", "/api/contacts/active", "/robots.txt", "/favicon.svg"])
    expect(await idAt(url)).toBe(undefined);
  for (const url of ["/nowhere", "/contact/", "/contact/message", "/ContactAdmin", "/healthz", "/api/contacts"])
    expect(await idAt(url), url).toBe(given);
});

it("is shown on the page about a fault of ours, to be quoted", async () => {
  test = await createTestApp({
    env: { TRUST_PROXY: "loopback" },
    renderer: () => ({
      render: () => {
        throw new Error("made up");
      },
    }),
  });
  const { statusCode, body } = await test.app.inject({ url: "/terms", headers: { "x-request-id": given } });
  expect(statusCode).toBe(500);
  expect(body).toContain(`<code>${given}</code>`);
});
