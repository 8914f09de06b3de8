import type { LightMyRequestResponse } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { comparable } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";

const email = "owner@example.com";
const password = "a long enough password";

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

/** The app with an owner who can sign in. */
async function withOwner(env: Record<string, string> = {}): Promise<TestApp> {
  test = await createTestApp({ env });
  await test.services.accounts.prepareFirstOwner({ email, password });
  return test;
}

function signIn(
  { app }: TestApp,
  input: { email?: string; password?: string; cookie?: string; from?: string; headers?: Record<string, string> } = {},
) {
  return app.inject({
    method: "POST",
    url: "/api/session",
    remoteAddress: input.from ?? "192.0.2.1",
    payload: { email: input.email ?? email, password: input.password ?? password },
    headers: { ...input.headers, ...(input.cookie === undefined ? {} : { cookie: input.cookie }) },
  });
}

/** The response's session cookie as a `cookie` header; the only other cookie is the device's. */
function cookieOf(response: LightMyRequestResponse): string {
  expect(response.cookies).toHaveLength(2);
  const [session, device] = response.cookies;
  expect(device?.name).toMatch(/^(__Host-)?device$/);
  return `${session?.name}=${session?.value}`;
}

/** The session's `set-cookie` header, which is the first. */
function setCookieOf(response: LightMyRequestResponse): string | undefined {
  return [response.headers["set-cookie"]].flat()[0];
}

const whoAmI = ({ app }: TestApp, cookie: string) => app.inject({ url: "/api/session", headers: { cookie } });

describe("the cookie", () => {
  it("is for this host, this site and no script", async () => {
    const response = await signIn(await withOwner());
    expect(response.statusCode).toBe(200);
    expect(setCookieOf(response)).toMatch(/^session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it.each([
    ["an https PUBLIC_URL", { PUBLIC_URL: "https://desk.example.com" }, {}],
    ["a trusted proxy that says https", { TRUST_PROXY: "true" }, { "x-forwarded-proto": "https" }],
  ])("has the __Host- prefix and Secure behind %s", async (_what, env, headers) => {
    const owner = await withOwner({ ...env, LIMIT_SESSION_HOURS: "2" });
    const response = await signIn(owner, { headers });
    expect(setCookieOf(response)).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = cookieOf(response);
    expect((await owner.app.inject({ url: "/api/session", headers: { ...headers, cookie } })).statusCode).toBe(200);
    // A cookie without the prefix, which plain http could have set, is ignored.
    const planted = cookie.replace("__Host-", "");
    expect((await owner.app.inject({ url: "/api/session", headers: { ...headers, cookie: planted } })).statusCode).toBe(
      401,
    );
  });

  it("is not marked secure by an untrusted proxy", async () => {
    const response = await signIn(await withOwner(), { headers: { "x-forwarded-proto": "https" } });
    expect(setCookieOf(response)).toMatch(/^session=/);
  });

  it("is taken back at sign-out, and the session with it", async () => {
    const owner = await withOwner();
    const cookie = cookieOf(await signIn(owner));
    const response = await owner.app.inject({ method: "DELETE", url: "/api/session", headers: { cookie } });
    expect(setCookieOf(response)).toMatch(
      /^session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict$/,
    );
    expect((await whoAmI(owner, cookie)).statusCode).toBe(401);
    expect((await owner.dump()).session).toEqual([]);
  });
});

describe("signing in", () => {
  it("gives a new token each time, and ends the one the browser had", async () => {
    const owner = await withOwner();
    const first = cookieOf(await signIn(owner));
    const elsewhere = cookieOf(await signIn(owner));
    const second = cookieOf(await signIn(owner, { cookie: first }));
    expect(new Set([first, elsewhere, second]).size).toBe(3);
    expect((await whoAmI(owner, first)).statusCode).toBe(401);
    expect((await whoAmI(owner, elsewhere)).statusCode).toBe(200);
    expect((await whoAmI(owner, second)).statusCode).toBe(200);
  });

  it("never takes a token that was planted before", async () => {
    const owner = await withOwner();
    const planted = "session=cGxhbnRlZC1ieS1hbi1hdHRhY2tlcg";
    expect(cookieOf(await signIn(owner, { cookie: planted }))).not.toBe(planted);
    expect((await whoAmI(owner, planted)).statusCode).toBe(401);
  });

  it("stores only the token's hash", async () => {
    const owner = await withOwner();
    const [, token = ""] = cookieOf(await signIn(owner)).split("=");
    const stored = JSON.stringify(await owner.dump());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(password);
  });

  it("takes the address in any case, and not the password", async () => {
    const owner = await withOwner();
    expect((await signIn(owner, { email: " OWNER@Example.com " })).json()).toMatchObject({
      member: { email, role: "owner" },
    });
    expect((await signIn(owner, { password: password.toUpperCase() })).statusCode).toBe(401);
  });

  it("answers a wrong password and an unknown address with the same text", async () => {
    const owner = await withOwner();
    const wrong = await signIn(owner, { password: "a wrong password" });
    const unknown = await signIn(owner, { email: "nobody@example.com" });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json().message).toBe("The email address or the password is not right.");
    expect(comparable(unknown)).toEqual(comparable(wrong));
    expect(wrong.headers).not.toHaveProperty("set-cookie");
  });
});

describe("a session", () => {
  it("expires when idle, and at its maximum age", async () => {
    const owner = await withOwner({ LIMIT_SESSION_IDLE_MINUTES: "45", LIMIT_SESSION_HOURS: "1" });
    const idle = cookieOf(await signIn(owner));
    const busy = cookieOf(await signIn(owner));
    owner.clock.advance({ minutes: 40 });
    expect((await whoAmI(owner, busy)).statusCode).toBe(200);
    owner.clock.advance({ minutes: 10 });
    expect((await whoAmI(owner, idle)).statusCode).toBe(401);
    expect((await whoAmI(owner, busy)).statusCode).toBe(200);
    owner.clock.advance({ minutes: 10 });
    expect((await whoAmI(owner, busy)).statusCode).toBe(401);
  });
});

describe("too many wrong passwords", () => {
  it("get 429 with the wait, also for the right password, until it is over", async () => {
    const owner = await withOwner({ LIMIT_SIGN_IN_TRIES: "1" });
    for (let tries = 0; tries < 2; tries += 1) {
      expect((await signIn(owner, { password: "a guess" })).statusCode).toBe(401);
    }
    const throttled = await signIn(owner);
    expect(throttled.statusCode).toBe(429);
    expect(throttled.headers["retry-after"]).toBe("1");
    expect(throttled.headers["content-type"]).toBe("application/problem+json");
    expect(throttled.json().message).toBe("Too many tries. Please wait 1 second and try again.");
    owner.clock.advance({ seconds: 1 });
    expect((await signIn(owner)).statusCode).toBe(200);
  });

  it("from one network leave another alone", async () => {
    const owner = await withOwner({ LIMIT_SIGN_IN_TRIES: "1" });
    for (let tries = 0; tries < 2; tries += 1) await signIn(owner, { password: "a guess", from: "198.51.100.1" });
    expect((await signIn(owner, { from: "198.51.100.1" })).statusCode).toBe(429);
    expect((await signIn(owner, { from: "198.51.100.2" })).statusCode).toBe(200);
  });

  it("are counted for the visitor, not for what an untrusted header says", async () => {
    const owner = await withOwner({ LIMIT_SIGN_IN_TRIES: "1" });
    for (let tries = 0; tries < 2; tries += 1) {
      await signIn(owner, { password: "a guess", headers: { "x-forwarded-for": `203.0.113.${tries}` } });
    }
    expect((await signIn(owner, { headers: { "x-forwarded-for": "203.0.113.9" } })).statusCode).toBe(429);
  });

  it.each(["192.0.2.1", "1"])("are counted for the address that a trusted proxy names: %s", async (trusted) => {
    const owner = await withOwner({ LIMIT_SIGN_IN_TRIES: "1", TRUST_PROXY: trusted });
    const from = (real: string, spoofed: number) => ({ "x-forwarded-for": `198.51.100.${spoofed}, ${real}` });
    for (let tries = 0; tries < 2; tries += 1) {
      await signIn(owner, { password: "a guess", headers: from("203.0.113.1", tries) });
    }
    expect((await signIn(owner, { headers: from("203.0.113.1", 9) })).statusCode).toBe(429);
    expect((await signIn(owner, { headers: from("203.0.113.2", 1) })).statusCode).toBe(200);
  });
});

describe("many simultaneous sign-ins", () => {
  it("get 503 with Retry-After past the queue, while all other calls work", async () => {
    const owner = await withOwner({ LIMIT_PASSWORD_CHECKS: "1", LIMIT_PASSWORD_QUEUE: "1" });
    const done: string[] = [];
    const tries = Array.from({ length: 6 }, async (_none, index) => {
      const response = await signIn(owner, { from: `198.51.100.${index}` });
      done.push("sign-in");
      return response;
    });
    const home = owner.app.inject("/livez").then(() => done.push("livez"));
    const responses = await Promise.all(tries);
    await home;
    const busy = responses.filter(({ statusCode }) => statusCode === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(responses.filter(({ statusCode }) => statusCode === 200).length).toBe(6 - busy.length);
    expect(done.lastIndexOf("sign-in")).toBeGreaterThan(done.indexOf("livez"));
    for (const response of busy) {
      expect(response.headers["retry-after"]).toBe("2");
      expect(response.json().message).toContain("Too many people are signing in right now.");
    }
  });
});

describe("the first owner's link", () => {
  it("sets the password once, signs in, and is over", async () => {
    test = await createTestApp();
    const token = await test.services.accounts.prepareFirstOwner(undefined);
    const send = (payload: object) =>
      (test as TestApp).app.inject({ method: "POST", url: "/api/password", payload: { token, password, ...payload } });
    const incomplete = await send({});
    expect(incomplete.statusCode).toBe(422);
    expect(incomplete.json().errors).toEqual({ email: "Email is required." });
    const set = await send({ email });
    expect(set.statusCode).toBe(200);
    expect(set.json()).toMatchObject({ member: { email, role: "owner" } });
    expect((await whoAmI(test, cookieOf(set))).json()).toMatchObject({ member: { email, role: "owner" } });
    const again = await send({ email: "second@example.com" });
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toContain("This link was already used or has expired.");
    expect(again.headers["set-cookie"]).toBeUndefined();
    expect((await test.dump()).member).toHaveLength(1);
  });

  it.each(["password123456", "Saffron Exchange 2026", "ownerowner12", "owner@example.com"])(
    "takes no password that is tried first, and is not used up by it: %s",
    async (common) => {
      test = await createTestApp();
      const token = await test.services.accounts.prepareFirstOwner(undefined);
      const send = (typed: string) =>
        (test as TestApp).app.inject({
          method: "POST",
          url: "/api/password",
          payload: { token, email, password: typed },
        });
      const refused = await send(common);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors.password).toContain("This password is one of the first that attackers try.");
      expect((await test.dump()).member).toEqual([]);
      expect((await send(password)).statusCode).toBe(200);
    },
  );
});
