import cookies from "@fastify/cookie";
import Fastify, { type InjectOptions } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { guard } from "./access.ts";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

type Headers = Record<string, string>;

const form = { "content-type": "application/x-www-form-urlencoded" };
/** Requests that change data: with a session, without one, and without scripts. */
const addresses = {
  "a call of the team": { method: "DELETE", url: "/api/contacts/7b0a2c3e", expected: 404 },
  "a visitor's call": { method: "POST", url: "/api/contact-inquiries", payload: goodInquiry, expected: 201 },
  "a sign-in": { method: "POST", url: "/api/session", payload: {}, expected: 422 },
  "the form without scripts": {
    method: "POST",
    url: "/contact/message",
    payload: new URLSearchParams(goodInquiry).toString(),
    headers: form,
    expected: 303,
  },
} satisfies Record<string, InjectOptions & { expected: number }>;

const allowed: Array<[what: string, headers: Headers]> = [
  ["neither header, as from a script", {}],
  ["Sec-Fetch-Site: same-origin", { "sec-fetch-site": "same-origin" }],
  ["Sec-Fetch-Site: same-origin through a proxy that changes the host", { "sec-fetch-site": "same-origin", host: "a" }],
  ["Origin equal to PUBLIC_URL", { origin: "https://desk.example.com", host: "10.0.0.7:3000" }],
  ["both headers", { "sec-fetch-site": "same-origin", origin: "https://desk.example.com" }],
  ["Sec-Fetch-Site: same-origin with an Origin that is hidden", { "sec-fetch-site": "same-origin", origin: "null" }],
];
const atOwnHost = { origin: "http://localhost:3000", host: "localhost:3000" };
const sameHost = { "sec-fetch-site": "same-origin", ...atOwnHost };
const refused: Array<[what: string, headers: Headers]> = [
  ["Sec-Fetch-Site: cross-site", { "sec-fetch-site": "cross-site" }],
  ["Sec-Fetch-Site: same-site", { "sec-fetch-site": "same-site" }],
  ["Sec-Fetch-Site: none", { "sec-fetch-site": "none" }],
  [
    "Sec-Fetch-Site: cross-site with our Origin",
    { "sec-fetch-site": "cross-site", origin: "https://desk.example.com" },
  ],
  ["an unknown Sec-Fetch-Site", { "sec-fetch-site": "" }],
  ["Origin: null", { origin: "null" }],
  ["an empty Origin", { origin: "" }],
  ["another host", { origin: "https://evil.example" }],
  ["a host that only starts like ours", { origin: "https://desk.example.com.evil.example" }],
  ["a host that only ends like ours", { origin: "https://evil-desk.example.com" }],
  ["a neighbour's host", { origin: "https://example.com" }],
  ["another port", { origin: "https://desk.example.com:8443" }],
  ["PUBLIC_URL over http", { origin: "http://desk.example.com" }],
  [
    "a host that the request only claims to have been forwarded for",
    {
      origin: "https://evil.example",
      "x-forwarded-host": "evil.example",
    },
  ],
  [
    "a host that leads here and is not PUBLIC_URL's",
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
  ],
];

describe("a request that changes something", () => {
  let test: TestApp;
  let cookie: string;
  beforeAll(async () => {
    // TRUST_PROXY=loopback trusts the test client's forwarding headers.
    test = await createTestApp({ env: { PUBLIC_URL: "https://desk.example.com", TRUST_PROXY: "loopback" } });
    cookie = await test.signIn();
  });
  afterAll(() => test.close());

  async function send(via: InjectOptions, headers: Headers) {
    return test.app.inject({ ...via, headers: { host: "localhost:3000", ...via.headers, cookie, ...headers } });
  }

  describe.each(Object.entries(addresses))("%s", (_door, { expected, ...via }) => {
    it.each(allowed)("is answered with %s", async (_what, headers) => {
      expect((await send(via, headers)).statusCode).toBe(expected);
    });

    it.each(refused)("is refused with %s", async (_what, headers) => {
      const before = await test.dump();
      const response = await send(via, headers);
      expect(response.statusCode).toBe(403);
      expect(response.headers["content-type"]).toBe("application/problem+json");
      expect(response.json().message).toBe("This request came from another site.");
      expect(await test.dump()).toEqual(before);
    });
  });

  it.each([atOwnHost, sameHost])(
    "at another host than PUBLIC_URL's is answered with the site's address: %j",
    async (headers) => {
      for (const via of Object.values(addresses)) {
        const response = await send(via, headers);
        expect(response.statusCode).toBe(403);
        expect(response.json().message).toContain("at https://desk.example.com");
      }
    },
  );

  it.each(refused)("is no request that only reads: %s", async (_what, headers) => {
    for (const url of ["/api/contacts", "/api/contacts/active", "/", "/contact/message", "/ContactAdmin"]) {
      expect((await send({ method: "GET", url }, headers)).statusCode).toBe(200);
    }
  });
});

it("a request without PUBLIC_URL may come from the host that it names, and from no other", async () => {
  const test = await createTestApp();
  const send = async (headers: Headers) =>
    (await test.app.inject({ method: "POST", url: "/api/verify", payload: { text: "a" }, headers })).statusCode;
  expect([await send(atOwnHost), await send(sameHost)]).toEqual([200, 200]);
  expect(await send({ ...atOwnHost, origin: "https://desk.example.com" })).toBe(403);
  await test.close();
});

describe("who a route is for", () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp();
  });
  afterEach(() => test.close());

  it("is the team by default, on any new route", async () => {
    const app = Fastify().decorate("secureCookies", false);
    await app.register(async (api) => {
      await api.register(cookies);
      guard(api, { ...test.services, address: { url: undefined } });
      api.get("/forgotten", () => "secret");
      api.get("/team", { config: { access: "team" } }, () => "secret");
      api.get("/open", { config: { access: "anyone" } }, () => "open");
    });
    for (const url of ["/forgotten", "/team"]) {
      const stranger = await app.inject(url);
      expect([stranger.statusCode, stranger.json().message]).toEqual([401, "Please sign in."]);
      const member = await app.inject({ url, headers: { cookie: await test.signIn() } });
      expect([member.statusCode, member.body]).toEqual([200, "secret"]);
    }
    expect((await app.inject("/open")).body).toBe("open");
    await app.close();
  });

  it("is the same for HEAD, which comes with GET by itself", async () => {
    const head = { method: "HEAD", url: "/api/contacts" } as const;
    expect((await test.app.inject(head)).statusCode).toBe(401);
    expect((await test.app.inject({ ...head, headers: { cookie: await test.signIn() } })).statusCode).toBe(200);
  });
});
