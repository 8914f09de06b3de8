import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { comparable } from "#server/testing-api.ts";
import { replaceSite } from "#server/site/live-site.ts";
import { type Authenticator, type Change, createAuthenticator } from "./testing-authenticator.ts";
import { type Browser, createFactorTest, type FactorTest } from "./testing.ts";

let test: FactorTest;
let browser: Browser;
beforeEach(async () => {
  test = await createFactorTest();
  browser = await test.signedIn();
});
afterEach(() => test.close());

const passkeys = async () => (await test.dump()).passkey as Array<{ counter: number; used_at: number | null }>;
const options = async (url: string, from: Browser, body?: object) => (await from.send("POST", url, body)).json();

/** Responses that are foreign, altered or replayed. */
const wrong: Array<[what: string, change: Change]> = [
  ["from another origin", { origin: "https://evil.example" }],
  ["from another port", { origin: "http://localhost:3001" }],
  ["for another site", { rpId: "evil.example" }],
  ["to another challenge", { challenge: "bm90IG91cnM" }],
  ["without user verification", { isVerified: false }],
  ["of the other kind", { type: "payment.get" }],
  ["from a frame in another site", { crossOrigin: true }],
];

describe("adding a passkey", () => {
  const add = (response: object, name = "A phone", from = browser) =>
    from.send("POST", "/api/second-factor/passkeys", { name, response });

  it("requests a discoverable one, with user verification and a random handle", async () => {
    const asked = await options("/api/second-factor/passkey-options", browser);
    expect(asked).toMatchObject({
      rp: { id: "localhost", name: "Saffron Exchange" },
      user: { name: test.member.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    expect(Buffer.from(asked.user.id, "base64url").toString()).toBe(test.member.id);
  });

  it("names the site as its owners have named it since the start, as one-time codes do", async () => {
    const { site } = test.config;
    const home = { ...site.brands.home, name: "Marigold Cricket" };
    replaceSite(site, { ...site, brands: { ...site.brands, home } });
    expect((await options("/api/second-factor/passkey-options", browser)).rp.name).toBe("Marigold Cricket");
    const { uri } = (await browser.send("POST", "/api/second-factor/codes")).json();
    expect(new URL(uri).searchParams.get("issuer")).toBe("Marigold Cricket");
  });

  it("stores its public key, and lists it to its member only", async () => {
    const { id } = await test.addPasskey(browser, "Blue phone");
    expect((await browser.send("GET", "/api/second-factor")).json()).toEqual({
      passkeys: [{ id, name: "Blue phone", createdAt: "2026-11-01T12:00:00.000Z", usedAt: null }],
      hasCodes: false,
      recoveryCodesLeft: 10,
      isRequired: false,
      noPasskeys: null,
      isExternal: false,
    });
    const agent = test.browser({ cookie: await test.signIn("agent") });
    expect((await agent.send("GET", "/api/second-factor")).json().passkeys).toEqual([]);
    expect((await agent.send("DELETE", `/api/second-factor/passkeys/${id}`)).statusCode).toBe(404);
    expect(await passkeys()).toHaveLength(1);
  });

  it.each(wrong)("rejects a response %s", async (_what, change) => {
    const asked = await options("/api/second-factor/passkey-options", browser);
    const credential = await add(createAuthenticator().create(asked, change));
    expect(credential.statusCode).toBe(422);
    expect(credential.json().message).toBe("This passkey was not accepted. Please try again.");
    expect(await passkeys()).toEqual([]);
  });

  it("accepts a response once, for the session that requested it, within five minutes", async () => {
    const asked = await options("/api/second-factor/passkey-options", browser);
    const elsewhere = await test.signedIn();
    expect((await add(createAuthenticator().create(asked), "A phone", elsewhere)).statusCode).toBe(422);
    expect((await add(createAuthenticator().create(asked))).statusCode).toBe(200);
    expect((await add(createAuthenticator().create(asked))).statusCode).toBe(422);
    const late = await options("/api/second-factor/passkey-options", browser);
    test.clock.advance({ minutes: 5 });
    expect((await add(createAuthenticator().create(late))).statusCode).toBe(422);
    expect(await passkeys()).toHaveLength(1);
  });

  it("rejects a response to a sign-in challenge", async () => {
    const asked = await options("/api/second-factor/passkey-options", browser);
    const { challenge } = await options("/api/session/passkey-options", browser, {});
    expect((await add(createAuthenticator().create({ ...asked, challenge }))).statusCode).toBe(422);
  });

  it("rejects a registered one", async () => {
    const asked = await options("/api/second-factor/passkey-options", browser);
    const credential = createAuthenticator().create(asked);
    expect((await add(credential)).statusCode).toBe(200);
    const again = await options("/api/second-factor/passkey-options", browser);
    expect(again.excludeCredentials).toEqual([{ id: credential.id, transports: ["internal"], type: "public-key" }]);
  });

  it("requires step-up, like every change of the second factor", async () => {
    const { id } = await test.addPasskey(browser);
    test.clock.advance({ minutes: 10 });
    // The session's last use is stored once a minute.
    await browser.send("GET", "/api/session");
    for (const [method, url, body] of [
      ["POST", "/api/second-factor/codes"],
      ["PUT", "/api/second-factor/codes", { code: "123456" }],
      ["DELETE", "/api/second-factor/codes"],
      ["POST", "/api/second-factor/passkey-options"],
      ["POST", "/api/second-factor/passkeys", { name: "A phone", response: createAuthenticatorCredential() }],
      ["DELETE", `/api/second-factor/passkeys/${id}`],
      ["POST", "/api/second-factor/recovery-codes"],
    ] as const) {
      const before = await test.dump();
      const credential = await browser.send(method, url, body);
      expect([url, credential.statusCode, credential.json().needs]).toEqual([url, 403, "proof"]);
      expect(await test.dump()).toEqual(before);
    }
  });
});

function createAuthenticatorCredential() {
  return createAuthenticator().create({ challenge: "AAAA", rp: { id: "localhost" }, user: { id: "AAAA" } });
}

describe("signing in with a passkey alone", () => {
  let authenticator: Authenticator;
  let stranger: Browser;
  beforeEach(async () => {
    ({ authenticator } = await test.addPasskey(browser));
    stranger = test.browser();
  });
  const ask = () => options("/api/session/passkey-options", stranger, {});
  const signIn = (response: object) => stranger.send("POST", "/api/session/passkey", { response });

  it("reveals nothing about members, and writes nothing", async () => {
    const before = await test.dump();
    const asked = await ask();
    expect(asked).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(asked.allowCredentials).toBeUndefined();
    expect(await test.dump()).toEqual(before);
  });

  it("needs neither a password nor a name, and counts as step-up", async () => {
    const credential = await signIn(authenticator.get(await ask()));
    expect(credential.statusCode).toBe(200);
    expect(credential.json()).toEqual({ member: test.member, mustSetUp: false });
    expect((await stranger.send("GET", "/api/session")).statusCode).toBe(200);
    expect((await stranger.send("POST", "/api/second-factor/recovery-codes")).statusCode).toBe(200);
    expect(await passkeys()).toMatchObject([{ counter: 2, used_at: test.clock.now() }]);
  });

  it.each([
    ...wrong,
    ["of another member", { userHandle: "c29tZWJvZHkgZWxzZQ" }],
    ["that does not say whose", { userHandle: undefined }],
  ] as typeof wrong)("rejects a response %s", async (_what, change) => {
    const credential = await signIn(authenticator.get(await ask(), change));
    expect(credential.statusCode).toBe(401);
    expect(credential.json().message).toContain("This passkey was not accepted.");
    expect(credential.headers["set-cookie"]).toBeUndefined();
    expect(await passkeys()).toMatchObject([{ counter: 1, used_at: null }]);
  });

  it("rejects an unknown passkey, with the same text", async () => {
    const asked = await ask();
    const unknown = createAuthenticator();
    unknown.create({ ...asked, rp: { id: "localhost" }, user: { id: "AAAA" } });
    const bad = authenticator.get(asked, { origin: "https://evil.example" });
    expect(comparable(await signIn(unknown.get(asked)))).toEqual(comparable(await signIn(bad)));
  });

  it("rejects a wrong signature", async () => {
    const [one, two] = [authenticator.get(await ask()), authenticator.get(await ask())];
    const mixed = { ...one, response: { ...one.response, signature: two.response.signature } };
    expect((await signIn(mixed)).statusCode).toBe(401);
  });

  it("accepts a response once, also of two simultaneous ones, within five minutes", async () => {
    const credential = authenticator.get(await ask());
    const both = await Promise.all([signIn(credential), signIn(credential)]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]));
    expect((await signIn(credential)).statusCode).toBe(401);
    const late = authenticator.get(await ask());
    test.clock.advance({ minutes: 5 });
    expect((await signIn(late)).statusCode).toBe(401);
  });

  it("rejects a copy of the passkey, by its counter", async () => {
    expect((await signIn(authenticator.get(await ask(), { counter: 7 }))).statusCode).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect((await signIn(authenticator.get(await ask(), { counter }))).statusCode).toBe(401);
    }
    expect(await passkeys()).toMatchObject([{ counter: 7 }]);
    expect((await signIn(authenticator.get(await ask(), { counter: 8 }))).statusCode).toBe(200);
  });

  it("accepts a passkey without a counter", async () => {
    await test.db.updateTable("passkey").set({ counter: 0 }).execute();
    for (const counter of [0, 0]) {
      expect((await signIn(authenticator.get(await ask(), { counter }))).statusCode).toBe(200);
    }
  });

  it("rejects a deactivated member's, and a removed one", async () => {
    const other = { id: "other", email: "other@example.com", role: "owner" as const, passwordHash: "none" };
    await test.store.members.insert(other, test.clock.now());
    await test.store.members.change(test.member.id, { isActive: false });
    expect((await signIn(authenticator.get(await ask()))).statusCode).toBe(401);
    await test.store.members.change(test.member.id, { isActive: true });
    const [passkey] = await test.store.passkeys.listOf(test.member.id);
    await test.store.passkeys.remove(test.member.id, passkey?.id ?? "", { keepOne: false });
    expect((await signIn(authenticator.get(await ask()))).statusCode).toBe(401);
  });

  it("rejects a response to a step-up challenge", async () => {
    const { challenge } = await options("/api/session/proof/passkey-options", browser);
    expect((await signIn(authenticator.get({ rpId: "localhost", challenge }))).statusCode).toBe(401);
  });
});

describe("step-up with a passkey", () => {
  it("replaces the password, for the session that requested it, once", async () => {
    const { authenticator } = await test.addPasskey(browser);
    const elsewhere = test.browser({ cookie: `session=${(await test.services.sessions.start(test.member)).token}` });
    test.clock.advance({ minutes: 10 });
    const credential = authenticator.get(await options("/api/session/proof/passkey-options", browser));
    const stepUp = (from: Browser, passkey: object) => from.send("POST", "/api/session/proof", { passkey });
    expect((await stepUp(elsewhere, credential)).statusCode).toBe(422);
    expect((await stepUp(browser, credential)).statusCode).toBe(200);
    expect((await browser.send("POST", "/api/second-factor/recovery-codes")).statusCode).toBe(200);
    expect((await stepUp(browser, credential)).statusCode).toBe(422);
    const unverified = authenticator.get(await options("/api/session/proof/passkey-options", browser), {
      isVerified: false,
    });
    expect((await stepUp(browser, unverified)).json().errors).toEqual({ passkey: "This passkey was not accepted." });
  });

  it("fails with another member's passkey", async () => {
    const { authenticator } = await test.addPasskey(browser);
    const agent = test.browser({ cookie: await test.signIn("agent") });
    const asked = await options("/api/session/proof/passkey-options", agent);
    expect(asked.allowCredentials).toEqual([]);
    const passkey = authenticator.get(asked);
    expect((await agent.send("POST", "/api/session/proof", { passkey })).statusCode).toBe(422);
  });
});

describe("the site's address", () => {
  it.each([
    ["http://desk.example.com", "This site is opened over http (http://desk.example.com), and passkeys need https."],
    ["https://192.0.2.7", "This site is opened by an IP address (192.0.2.7), and passkeys need a domain name."],
    ["https://[2001:db8::7]", "This site is opened by an IP address ([2001:db8::7]), and passkeys need a domain name."],
  ])("%s can have no passkeys, and says why", async (url, why) => {
    const other = await createFactorTest({ PUBLIC_URL: url });
    const there = await other.signedIn();
    expect((await there.send("GET", "/api/second-factor")).json().noPasskeys).toBe(why);
    for (const path of ["/api/second-factor/passkey-options", "/api/session/proof/passkey-options"]) {
      expect((await there.send("POST", path)).statusCode).toBe(409);
    }
    expect((await there.send("POST", "/api/session/passkey-options", {})).statusCode).toBe(409);
    await other.close();
  });

  it("without PUBLIC_URL allows them only at localhost", async () => {
    const here = await test.signedIn({ host: "192.0.2.7:3000" });
    expect((await here.send("GET", "/api/second-factor")).json().noPasskeys).toContain("http://localhost:3000");
    expect((await here.send("POST", "/api/session/passkey-options", {})).statusCode).toBe(409);
  });

  it("is the passkeys' relying party", async () => {
    const other = await createFactorTest({ PUBLIC_URL: "https://desk.example.com" });
    const there = await other.signedIn();
    const { authenticator } = await other.addPasskey(there, "A phone", "https://desk.example.com");
    const asked = await options("/api/session/passkey-options", there, {});
    expect(asked.rpId).toBe("desk.example.com");
    const signIn = (change: Change) =>
      other.browser().send("POST", "/api/session/passkey", { response: authenticator.get(asked, change) });
    expect((await signIn({ origin: "https://evil.desk.example.com" })).statusCode).toBe(401);
    expect((await signIn({})).statusCode).toBe(200);
    await other.close();
  });
});
