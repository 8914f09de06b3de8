import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Dump } from "../store/testing.ts";
import { type ApiResponse, type ApiTest, createApiTest, exampleCalls, goodChannel, named } from "../testing-api.ts";

const json = { "content-type": "application/json" };
const foreign = { "sec-fetch-site": "cross-site" };

let api: ApiTest;
let before: Dump;
beforeAll(async () => {
  api = await createApiTest({ env: { LIMIT_BODY_BYTES: "2048" } });
});
beforeEach(async () => {
  before = await api.dump();
});
afterAll(() => api.close());

/** Expects a problem with this status and message, from a request that changed nothing. */
async function expectRefusal(response: ApiResponse, status: number, message: string): Promise<void> {
  expect(response.statusCode).toBe(status);
  expect(response.headers["content-type"]).toBe("application/problem+json");
  expect(response.json()).toMatchObject({ type: "about:blank", status, title: expect.any(String), message });
  expect(response.json()).toMatchObject({ code: expect.any(String), params: expect.any(Object) });
  expect(response.json().errors).toBeUndefined();
  expect(await api.dump()).toEqual(before);
}

const teams = exampleCalls.filter(({ access }) => access !== "anyone");
const changing = exampleCalls.filter(({ method }) => method !== "GET");

describe.each(named(changing))("%s refuses", (_name, call) => {
  it.each([
    ["cut short", '{"name": "Asha'],
    ["empty", ""],
    ["not quoted", "{name: 1}"],
    ["with a prototype", '{"__proto__": {"isActive": true}}'],
  ])("JSON that is %s", async (_what, payload) => {
    const response = await api.send(call, { payload, headers: json });
    await expectRefusal(response, 400, "The request cannot be read: the body must be valid JSON.");
  });

  it.each([
    ["text/plain", "text/plain"],
    ["a form", "application/x-www-form-urlencoded"],
    ["XML", "application/xml"],
    ["what only looks like JSON", "application/jsonp"],
    ["nonsense", "nonsense"],
  ])("a body sent as %s", async (_what, type) => {
    const response = await api.send(call, { payload: JSON.stringify(goodChannel), headers: { "content-type": type } });
    await expectRefusal(response, 415, "The request must be sent as application/json.");
  });

  it("a body sent as a form with files that it does not take, or that cannot be read", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const response = await api.send(call, { payload: JSON.stringify(goodChannel), headers });
    if (call.takesFiles === true)
      await expectRefusal(response, 400, "The request cannot be read: its form is incomplete.");
    else await expectRefusal(response, 415, "The request must be sent as application/json.");
  });

  it("a huge body", async () => {
    const payload = JSON.stringify({ ...call.body?.(api.known), more: "x".repeat(2 * (call.largestBody ?? 1024)) });
    await expectRefusal(await api.send(call, { payload, headers: json }), 413, "The request is too large.");
  });

  it("a body that grows huge though it was announced small", async () => {
    const payload = JSON.stringify({ more: "x".repeat(4 * (call.largestBody ?? 1024)) });
    const response = await api.send(call, { payload, headers: { ...json, "transfer-encoding": "chunked" } });
    await expectRefusal(response, 413, "The request is too large.");
  });
});

describe.each(named(teams))("%s without a session", (_name, call) => {
  it.each([
    ["no cookie", undefined],
    ["an unknown token", "session=c29tZXRoaW5nLWVsc2U"],
    ["an empty token", "session="],
    ["the cookie of another name", "__Host-session=x"],
  ])("answers 401 for %s", async (_what, cookie) => {
    await expectRefusal(await api.send(call, { cookie }), 401, "Please sign in.");
  });

  it("responds 401 for a session that is stored under its token", async () => {
    const [stored] = (await api.dump()).session as Array<{ token_hash: string }>;
    await expectRefusal(await api.send(call, { cookie: `session=${stored?.token_hash}` }), 401, "Please sign in.");
  });

  it("responds 401 before anything else that is wrong", async () => {
    for (const wrong of [
      { headers: foreign },
      { headers: { ...foreign, ...json }, payload: "{" },
      { headers: { "content-type": "text/plain" }, payload: "x" },
      { headers: json, payload: "x".repeat(5000) },
      { headers: json, payload: "{}" },
    ]) {
      await expectRefusal(await api.send(call, { ...wrong, cookie: undefined }), 401, "Please sign in.");
    }
  });
});

describe.each(named(changing))("%s from another origin", (_name, call) => {
  it("responds 403 before anything that is wrong with the body", async () => {
    for (const wrong of [
      {},
      { headers: json, payload: "{" },
      { headers: { "content-type": "text/plain" }, payload: "x" },
      { headers: json, payload: "x".repeat(5000) },
      { headers: json, payload: "{}" },
    ]) {
      const response = await api.send(call, { ...wrong, headers: { ...wrong.headers, ...foreign } });
      await expectRefusal(response, 403, "This request came from another site.");
    }
  });
});

describe("unknown paths", () => {
  const paths = ["/api", "/api/", "/api/contact", "/api/Contacts", "/api/contacts/a/b", "/api/%zz", "/api/a%2Fb"];
  it.each(paths)("%s responds with a JSON 404 to every method, before its body is read", async (url) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      const body = method === "GET" ? {} : { payload: "{", headers: json };
      const response = await api.app.inject({ method, url, ...body });
      await expectRefusal(response, 404, "There is no such call.");
    }
  });

  it("says 404, not 401, to a stranger", async () => {
    await expectRefusal(await api.app.inject("/api/nowhere"), 404, "There is no such call.");
  });
});

describe("wrong methods", () => {
  const allowed: Record<string, string> = {
    "/api/contacts": "GET, HEAD, POST",
    "/api/contacts/active": "GET, HEAD",
    "/api/contacts/order": "PUT",
    "/api/contacts/7b0a2c3e": "PUT, PATCH, DELETE",
    "/api/contacts/7b0a2c3e/schedules": "POST",
    "/api/contacts/schedules/7b0a2c3e": "DELETE",
    "/api/contacts/state": "GET, HEAD",
    "/api/contacts/hidden": "PUT",
    "/api/contacts/rule": "PUT",
    "/api/contacts/proposals/7b0a2c3e": "DELETE",
    "/api/contacts/proposals/7b0a2c3e/approve": "POST",
    "/api/contacts/history": "GET, HEAD",
    "/api/contacts/history/7b0a2c3e/undo": "POST",
    "/api/contacts/export.json": "GET, HEAD",
    "/api/contacts/import": "POST",
    "/api/contacts/restore": "POST",
    "/api/settings/restore": "POST",
    "/api/setup": "GET, HEAD",
    "/api/site": "GET, HEAD, PUT",
    "/api/site/draft": "PUT",
    "/api/site/history/7b0a2c3e/undo": "POST",
    "/api/site/figures/7b0a2c3e": "PUT",
    "/api/site/notices/removal": "POST",
    "/api/setup/support-test": "POST",
    "/api/setup/support-arrived": "POST",
    "/api/answers/7b0a2c3e/sender": "PUT",
    "/api/trust-changes": "GET, HEAD",
    "/api/trust-changes/7b0a2c3e": "DELETE",
    "/api/trust-changes/7b0a2c3e/approve": "POST",
    "/api/trust-changes/7b0a2c3e/seen": "PUT",
    "/api/site/proposals/7b0a2c3e": "DELETE",
    "/api/site/proposals/7b0a2c3e/approve": "POST",
    "/api/site/export.json": "GET, HEAD",
    "/api/verify": "POST",
    "/api/impostor-reports": "POST",
    "/api/contact-inquiries": "GET, HEAD, POST",
    "/api/audit-log": "GET, HEAD",
    "/api/audit-log/check": "POST",
    "/api/audit-log/export.csv": "GET",
    "/api/audit-log/export.jsonl": "GET",
    "/api/incoming-mail": "GET, HEAD, POST",
    "/api/untaken-mails": "GET, HEAD",
    "/api/untaken-mails/7b0a2c3e/taken": "PUT, DELETE",
    "/api/untaken-mails/7b0a2c3e/undelivered": "PUT",
    "/api/untaken-mails/7b0a2c3e/email.eml": "GET, HEAD",
    "/api/reports": "GET, HEAD",
    "/api/reports/report.csv": "GET",
    "/api/reports/received.svg": "GET",
    "/api/reports/answers.svg": "GET",
    "/api/reports/hours.svg": "GET",
    "/api/backups": "GET, HEAD",
    "/api/backups/passphrase": "POST",
    "/api/contact-inquiries/form-time": "GET, HEAD",
    "/api/contact-inquiries/7b0a2c3e": "GET, HEAD, PATCH",
    "/api/contact-inquiries/7b0a2c3e/notes": "POST",
    "/api/contact-inquiries/7b0a2c3e/replies": "POST",
    "/api/contact-inquiries/7b0a2c3e/blocked": "PUT",
    "/api/attachments/7b0a2c3e": "GET, HEAD",
    "/api/contact-inquiries/7b0a2c3e/merge": "PUT, DELETE",
    "/api/blocked-senders": "GET, HEAD",
    "/api/blocked-senders/7b0a2c3e": "DELETE",
    "/api/blocked-senders/restore": "POST",
    "/api/replies/7b0a2c3e": "DELETE",
    "/api/replies/7b0a2c3e/retry": "POST",
    "/api/conversation": "POST",
    "/api/conversation/answers": "POST",
    "/api/contact-inquiries/changes": "POST",
    "/api/contact-inquiries/erase": "POST",
    "/api/contact-inquiries/bin": "GET, HEAD",
    "/api/contact-inquiries/restore": "POST",
    "/api/contact-inquiries/bin/erase": "POST",
    "/api/contact-inquiries/bin/empty": "POST",
    "/api/contact-inquiries/export": "GET, HEAD",
    "/api/contact-inquiries/export.csv": "GET",
    "/api/contact-inquiries/export.jsonl": "GET",
    "/api/inbox/events": "GET",
    "/api/inbox/presence": "PUT",
    "/api/inbox/view-counts": "GET, HEAD",
    "/api/drafts": "GET, HEAD",
    "/api/drafts/7b0a2c3e": "GET, HEAD, PUT, DELETE",
    "/api/saved-replies": "GET, HEAD, POST",
    "/api/saved-replies/7b0a2c3e": "PUT, DELETE",
    "/api/api-tokens": "GET, HEAD, POST",
    "/api/api-tokens/7b0a2c3e": "DELETE",
    "/api/tags": "GET, HEAD, POST",
    "/api/tags/7b0a2c3e": "PUT, DELETE",
    "/api/tags/7b0a2c3e/merge": "POST",
    "/api/saved-views": "GET, HEAD, POST",
    "/api/saved-views/7b0a2c3e": "PUT, DELETE",
    "/api/session": "GET, HEAD, POST, DELETE",
    "/api/session/proof": "POST",
    "/api/session/password": "PUT",
    "/api/session/proof/passkey-options": "POST",
    "/api/session/second-factor": "POST",
    "/api/session/passkey-options": "POST",
    "/api/session/passkey": "POST",
    "/api/second-factor": "GET, HEAD",
    "/api/second-factor/codes": "POST, PUT, DELETE",
    "/api/second-factor/passkey-options": "POST",
    "/api/second-factor/passkeys": "POST",
    "/api/second-factor/passkeys/7b0a2c3e": "DELETE",
    "/api/second-factor/recovery-codes": "POST",
    "/api/password": "POST",
    "/api/password-reset": "POST",
    "/api/sessions": "GET, HEAD, DELETE",
    "/api/sessions/7b0a2c3e": "DELETE",
    "/api/members": "GET, HEAD, POST",
    "/api/members/7b0a2c3e": "PATCH",
    "/api/members/7b0a2c3e/turns": "PUT",
    "/api/session/settings": "GET, HEAD, PUT",
    "/api/profile": "GET, HEAD, PUT",
    "/api/members/profiles": "GET, HEAD",
    "/api/members/7b0a2c3e/profile": "DELETE",
    "/api/members/7b0a2c3e/profile/picture": "POST",
    "/api/inbox/bell": "GET, HEAD",
    "/api/inbox/bell/read": "PUT",
    "/api/members/7b0a2c3e/link": "POST",
    "/api/members/7b0a2c3e/ownership": "POST, DELETE",
    "/api/members/7b0a2c3e/second-factor": "DELETE",
    "/api/members/7b0a2c3e/sessions": "DELETE",
    "/api/privacy": "GET, HEAD",
    "/api/settings": "GET, HEAD, PUT",
    "/api/settings/test": "POST",
    "/api/deliveries": "GET, HEAD",
    "/api/deliveries/health": "GET, HEAD",
    "/api/deliveries/retry": "POST",
    "/api/deliveries/7b0a2c3e/retry": "POST",
    "/api/openapi.json": "GET, HEAD",
  };
  const all = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
  const rows = Object.entries(allowed).flatMap(([url, allow]) =>
    all.filter((method) => !allow.split(", ").includes(method)).map((method) => [method, url, allow] as const),
  );
  it.each(rows)("%s %s responds 405 with Allow: %s", async (method, url, allow) => {
    for (const body of [{}, { payload: "{", headers: json }]) {
      const response = await api.app.inject({ method, url, ...body });
      expect(response.headers.allow).toBe(allow);
      await expectRefusal(response, 405, `This call accepts ${allow} only.`);
    }
  });

  it("knows every path of the OpenAPI document", async () => {
    const { paths } = (await api.app.inject("/api/openapi.json")).json();
    const known = Object.keys(paths).map((path) => path.replace("{id}", "7b0a2c3e"));
    expect(Object.keys(allowed).sort()).toEqual([...known, "/api/openapi.json"].sort());
  });
});

it("responds to a fault of the store with a plain 500 without details", async () => {
  const broken = await createApiTest();
  await broken.store.close();
  // These calls respond without the store.
  const without = [
    "/api/backups",
    "/api/contact-inquiries/form-time",
    "/api/contacts/active",
    "/api/verify",
    "/api/password-reset",
    "/api/privacy",
    "/api/session/passkey-options",
    "/api/settings/test",
  ];
  for (const [, call] of named(exampleCalls.filter(({ path }) => !without.includes(path)))) {
    const response = await broken.send(call);
    expect(response.statusCode, call.path).toBe(500);
    expect(response.json()).toEqual({
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      message: "Something went wrong on our side. Please try again.",
      code: "request.internal-try-again",
      params: {},
      requestId: response.headers["x-request-id"],
    });
  }
  await broken.app.close();
});
