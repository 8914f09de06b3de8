import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { providerPaths } from "#contract/further-paths.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";
import { subjectSchema } from "./identity-provider.ts";
import { type Claims, client, startProvider, walkThrough } from "../../../../e2e/identity-provider.ts";

const origin = "https://desk.example.com";
const asha = { sub: "asha-1", email: "asha@example.com", email_verified: true, groups: ["support"] };

let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider(`${origin}${providerPaths.callback}`);
});
afterAll(() => provider.close());

let test: TestApp;
const settings = () => ({
  PUBLIC_URL: origin,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_SCOPES: "openid email groups",
  OIDC_OWNER_GROUPS: "desk-owners, bosses",
  OIDC_AGENT_GROUPS: "support",
});
beforeEach(async () => {
  test = await createTestApp({ env: settings() });
  await test.signIn();
});
afterEach(() => test.close());

/** Begins, and returns where the browser is sent and its cookie. */
async function begin(path: string = providerPaths.signIn, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const response = await test.app.inject({ url: path, headers });
  const kept = response.cookies.find(({ name }) => name === "__Host-provider");
  return { url: String(response.headers.location), kept, cookie: `__Host-provider=${kept?.value}` };
}

/** Comes back from the provider; `outcome` is what the page says. */
async function comeBack(back: string, cookie: string) {
  const { pathname, search } = new URL(back);
  const response = await test.app.inject({ url: pathname + search, headers: { cookie } });
  const target = new URL(String(response.headers.location), origin);
  const session = response.cookies.find(({ name }) => name === "__Host-session");
  return { outcome: target.searchParams.get("sign-in"), to: target, session: session?.value };
}

async function signInAs(claims: Claims, jar?: Map<string, string>) {
  provider.is(claims);
  const { url, cookie } = await begin();
  return comeBack(await walkThrough(url, provider.issuer, jar), cookie);
}

const memberOf = async (session: string | undefined) =>
  (await test.app.inject({ url: "/api/session", headers: { cookie: `__Host-session=${session}` } })).json().member;
const members = () => test.services.team.list();
const invite = async (email: string, passwordHash: string) => {
  const id = `id of ${email}`;
  await test.store.members.insert({ id, email, passwordHash, role: "agent" }, test.clock.now());
  return id;
};

describe("a sign-in with the company's account", () => {
  it("asks for a code with PKCE, state and nonce, and writes nothing", async () => {
    const before = await test.dump();
    const { url, kept } = await begin(`${providerPaths.signIn}?to=/ContactAdmin/settings`);
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: client.id,
      redirect_uri: `${origin}${providerPaths.callback}`,
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{70,}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(asked["prompt"]).toBeUndefined();
    expect(kept).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/", maxAge: 300 });
    expect(await test.dump()).toEqual(before);
  });

  it("lets a new member in with the role of their groups, and again as the same member", async () => {
    const first = await signInAs(asha);
    expect([first.outcome, first.to.pathname]).toEqual(["done", "/ContactAdmin"]);
    const member = await memberOf(first.session);
    expect(member).toMatchObject({ email: "asha@example.com", role: "agent" });
    const again = await signInAs({ ...asha, email: "another@example.com", groups: ["bosses", "support"] });
    expect(await memberOf(again.session)).toEqual({ ...member, role: "owner" });
    expect(await memberOf((await signInAs(asha)).session)).toEqual(member);
    expect(await members()).toHaveLength(2);
    const { entries } = await test.services.audit.list({ member: member.id }, { limit: 10 });
    expect(
      entries
        .filter(({ kind }) => kind !== "new-device")
        .map(({ kind, about }) => [kind, about["role"] ?? about["way"]]),
    ).toEqual([
      ["signed-in", "provider"],
      ["member-changed", "agent"],
      ["signed-in", "provider"],
      ["member-changed", "owner"],
      ["signed-in", "provider"],
      ["member-joined", "agent"],
    ]);
  });

  it("binds an invited member by the confirmed address, whose link ends", async () => {
    const id = await invite("Asha@example.com", "");
    const link = await test.services.accounts.newPasswordLink("asha@example.com");
    expect(await memberOf((await signInAs(asha)).session)).toMatchObject({ id });
    const set = await test.services.accounts.setPassword({ token: link ?? "", password: "a long enough password" });
    expect(set.outcome).toBe("no such link");
    expect(await test.services.team.renewLink(id)).toEqual({ ok: false, reason: "external" });
    expect(await test.services.accounts.newPasswordLink("asha@example.com")).toBeNull();
  });

  it.each<[outcome: string, claims: Claims]>([
    ["no-group", { ...asha, groups: ["sales"] }],
    ["no-group", { sub: asha.sub, email: asha.email, email_verified: true }],
    ["address", { ...asha, email_verified: false }],
    ["address", { sub: asha.sub, groups: ["support"] }],
    // The address is that of the local owner, who has a password.
    ["taken", { ...asha, email: "OWNER@example.com" }],
  ])("is refused as %s for %j, and makes no member", async (outcome, claims) => {
    const before = await members();
    const refused = await signInAs(claims);
    expect([refused.outcome, refused.session]).toEqual([outcome, undefined]);
    expect(await members()).toEqual(before);
    const { entries } = await test.services.audit.list({ kind: "sign-in-refused" }, { limit: 10 });
    expect(entries).toMatchObject([{ about: { way: "provider" } }]);
  });

  it.each(["   ", "\u200b", "\u0000", "asha\u0000", "x".repeat(256)])(
    "is refused where its permanent id is none: %j",
    async (sub) => {
      const before = await members();
      const refused = await signInAs({ ...asha, sub });
      expect([refused.outcome, refused.session]).toEqual(["failed", undefined]);
      expect(await members()).toEqual(before);
      // The provider of this test makes no empty one.
      expect(subjectSchema.safeParse("").success).toBe(false);
    },
  );

  it("may have a permanent id of 255 characters", async () => {
    expect((await signInAs({ ...asha, sub: "x".repeat(255) })).outcome).toBe("done");
  });

  it("cannot take over the address of another account of the provider", async () => {
    const { session } = await signInAs(asha);
    expect((await signInAs({ ...asha, sub: "mallory", groups: ["bosses"] })).outcome).toBe("taken");
    expect(await memberOf(session)).toMatchObject({ role: "agent" });
  });

  it("ends what is open of somebody whose groups are gone, and lets no deactivated member in", async () => {
    const { session } = await signInAs(asha);
    const { id } = await memberOf(session);
    expect((await signInAs({ ...asha, groups: [] })).outcome).toBe("no-group");
    expect(await memberOf(session)).toBeUndefined();
    await test.services.team.change(id, { isActive: false });
    expect((await signInAs(asha)).outcome).toBe("deactivated");
  });

  it("revokes the API tokens of an owner whose groups are gone, and withdraws what they proposed", async () => {
    const boss = { ...asha, groups: ["bosses"] };
    const { session } = await signInAs(boss);
    const { id, email, role } = await memberOf(session);
    const input = { name: "Sync", scopes: ["inquiries:read" as const], expiresOn: "2026-11-30" };
    const result = await test.services.apiTokens.make(input, { id, email, role });
    if (!result.ok) throw new Error(result.reason);
    await test.services.channels.setRule({ kind: "delay", minutes: 60 }, null);
    const { version, values } = await test.services.siteSettings.view({ id, email, role });
    const changed = { ...values, support: { email: "thief@example.com" } };
    expect(await test.services.siteSettings.save(changed, version, { id, email, role })).toMatchObject({
      isPending: true,
    });
    expect((await signInAs({ ...boss, groups: [] })).outcome).toBe("no-group");
    const authorization = `Bearer ${result.made.token}`;
    const response = await test.app.inject({ url: "/api/contact-inquiries", headers: { authorization } });
    expect(response.statusCode).toBe(401);
    expect((await test.services.siteSettings.view({ id, email, role })).proposal).toBeNull();
    const { entries } = await test.services.audit.list({ kind: "api-token-revoked" }, { limit: 10 });
    expect(entries).toHaveLength(1);
  });

  it("lets an invited owner approve nothing before the waiting time of a new one is over", async () => {
    const id = await invite("asha@example.com", "");
    await test.store.members.change(id, { role: "owner" }, {});
    test.clock.advance({ days: 2 });
    await signInAs({ ...asha, groups: ["bosses"] });
    expect((await test.store.members.findById(id))?.ownerSince).toBe(test.clock.now());
  });

  it("makes nobody an owner at once while a second owner has to approve", async () => {
    const second = { id: "second", email: "second@example.com", role: "owner" as const, passwordHash: "none" };
    await test.store.members.insert(second, test.clock.now());
    expect((await test.services.channels.setRule({ kind: "approval" }, null)).outcome).toBe("done");
    const boss = { ...asha, groups: ["bosses"] };
    for (let times = 0; times < 2; times += 1)
      expect(await memberOf((await signInAs(boss)).session)).toMatchObject({ role: "agent" });
    const listed = (await members()).find(({ email }) => email === asha.email);
    expect(listed?.pendingOwner).not.toBeNull();
  });

  it("gives no password, no second factor and no other way in", async () => {
    const { session } = await signInAs(asha);
    const headers = { cookie: `__Host-session=${session}` };
    const { id } = await memberOf(session);
    for (const [method, url, payload] of [
      ["PUT", "/api/session/password", { password: "a long enough password" }],
      ["POST", "/api/second-factor/codes", undefined],
      ["POST", "/api/second-factor/passkey-options", undefined],
    ] as const)
      expect((await test.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode).toBe(403);
    expect(await test.store.members.findForSignIn(id)).toBeNull();
    const payload = { email: asha.email, password: "" };
    for (const password of ["x", "a long enough password"]) {
      const signIn = await test.app.inject({ method: "POST", url: "/api/session", payload: { ...payload, password } });
      expect(signIn.statusCode).toBe(401);
    }
  });

  it("does not work for an identity that another program has written into the store", async () => {
    await signInAs(asha);
    await test.db.updateTable("member").set({ oidc_subject: null }).where("email", "=", asha.email).execute();
    const forged = { oidc_issuer: provider.issuer, oidc_subject: asha.sub };
    await test.db.updateTable("member").set(forged).where("id", "=", test.member.id).execute();
    const refused = await signInAs({ ...asha, groups: ["bosses"] });
    expect([refused.outcome, refused.session]).toEqual(["deactivated", undefined]);
  });
});

describe("the provider's answer", () => {
  it("works once, for the browser that asked, and in time", async () => {
    provider.is(asha);
    const [one, two] = [await begin(), await begin()];
    const back = await walkThrough(one.url, provider.issuer);
    // Code injection: the answer to one browser, given to another.
    expect((await comeBack(back, two.cookie)).outcome).toBe("failed");
    expect((await comeBack(back, "x=y")).outcome).toBe("failed");
    expect((await comeBack(back, one.cookie)).outcome).toBe("done");
    const replayed = await comeBack(back, one.cookie);
    expect([replayed.outcome, replayed.session]).toEqual(["failed", undefined]);
    // One try for each, also if it was with a guessed code.
    const guessed = await begin();
    const right = new URL(await walkThrough(guessed.url, provider.issuer));
    const wrong = new URL(right);
    wrong.searchParams.set("code", "x");
    expect((await comeBack(wrong.href, guessed.cookie)).outcome).toBe("failed");
    expect((await comeBack(right.href, guessed.cookie)).outcome).toBe("failed");
    const late = await begin();
    const lateBack = await walkThrough(late.url, provider.issuer);
    test.clock.advance({ minutes: 5 });
    expect((await comeBack(lateBack, late.cookie)).outcome).toBe("failed");
  });

  it.each(["code", "state", "iss"])("is refused with another %s", async (name) => {
    provider.is(asha);
    const { url, cookie } = await begin();
    const back = new URL(await walkThrough(url, provider.issuer));
    back.searchParams.set(name, "https://evil.example");
    const refused = await comeBack(back.href, cookie);
    expect([refused.outcome, refused.session]).toEqual(["failed", undefined]);
  });

  it.each(["nonce", "code_challenge"])("is refused if the %s was exchanged on its way", async (name) => {
    provider.is(asha);
    const [mine, other] = [await begin(), await begin()];
    const url = new URL(mine.url);
    url.searchParams.set(name, new URL(other.url).searchParams.get(name) ?? "");
    expect((await comeBack(await walkThrough(url.href, provider.issuer), mine.cookie)).outcome).toBe("failed");
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/ContactAdminevil",
    "/bn/ContactAdmin",
    "/ContactAdmin/\r\nx: y",
  ])("leads to no other address than a page of the team: %j", async (to) => {
    provider.is(asha);
    const { url, cookie } = await begin(`${providerPaths.signIn}?${new URLSearchParams({ to }).toString()}`);
    const { to: target } = await comeBack(await walkThrough(url, provider.issuer), cookie);
    expect([target.origin, target.pathname]).toEqual([origin, "/ContactAdmin"]);
  });

  it("leads to the page that was asked for, in its language", async () => {
    provider.is(asha);
    const page = "/hi/ContactAdmin/inquiries?search=a+b";
    const { url, cookie } = await begin(`${providerPaths.signIn}?${new URLSearchParams({ to: page }).toString()}`);
    const { to: target } = await comeBack(await walkThrough(url, provider.issuer), cookie);
    expect(target.pathname + target.search).toBe(`${page}&sign-in=done`);
  });

  it("is asked for at most 30 times a minute by one network", async () => {
    const outcomes = [];
    provider.is(asha);
    for (let times = 0; times < 30; times += 1)
      await test.app.inject({ url: `${providerPaths.callback}?state=x`, headers: { cookie: "x=y" } });
    outcomes.push((await signInAs(asha)).outcome);
    test.clock.advance({ seconds: 2 });
    outcomes.push((await signInAs(asha)).outcome);
    expect(outcomes).toEqual(["failed", "done"]);
  });
});

describe("a step-up", () => {
  const hasSteppedUp = async (session: string | undefined) => {
    const found = await test.services.sessions.find(session ?? "");
    return found !== null && test.services.sessions.hasSteppedUp(found);
  };

  it("counts after a new sign-in of the same person, for that session only", async () => {
    const { session } = await signInAs(asha);
    const other = (await signInAs(asha)).session;
    test.clock.advance({ minutes: 10 });
    expect(await hasSteppedUp(session)).toBe(false);
    const { url, cookie } = await begin(providerPaths.stepUp, `__Host-session=${session}`);
    const asked = new URL(url).searchParams;
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
    const back = await comeBack(await walkThrough(url, provider.issuer), cookie);
    expect([back.outcome, back.session]).toEqual(["confirmed", undefined]);
    expect([await hasSteppedUp(session), await hasSteppedUp(other)]).toEqual([true, false]);
  });

  it("does not count for somebody else, without a session, or with an old sign-in", async () => {
    const { session } = await signInAs(asha);
    test.clock.advance({ minutes: 10 });
    provider.is({ ...asha, sub: "ravi", email: "ravi@example.com" });
    const others = await begin(providerPaths.stepUp, `__Host-session=${session}`);
    expect((await comeBack(await walkThrough(others.url, provider.issuer), others.cookie)).outcome).toBe("failed");
    expect(await members()).toHaveLength(2);
    expect(await begin(providerPaths.stepUp)).toMatchObject({ kept: undefined });
    // The provider's clock is far behind: as if it had not asked for the password again.
    provider.is(asha);
    test.clock.advance({ days: 60 });
    const again = (await signInAs(asha)).session;
    test.clock.advance({ minutes: 10 });
    const old = await begin(providerPaths.stepUp, `__Host-session=${again}`);
    expect((await comeBack(await walkThrough(old.url, provider.issuer), old.cookie)).outcome).toBe("failed");
    expect([await hasSteppedUp(session), await hasSteppedUp(again)]).toEqual([false, false]);
  });
});

describe("a provider that does not respond", () => {
  it("is named as such, and members with a password sign in", async () => {
    const gone = await createTestApp({ env: { ...settings(), OIDC_ISSUER: "http://127.0.0.1:9" } });
    const response = await gone.app.inject({ url: providerPaths.signIn });
    expect(response.headers.location).toBe("/ContactAdmin?sign-in=unavailable");
    expect((await gone.app.inject({ url: "/ContactAdmin" })).body).toContain(
      "Sign in with your company&#x27;s account",
    );
    const session = await gone.app.inject({ url: "/api/session", headers: { cookie: await gone.signIn() } });
    expect(session.statusCode).toBe(200);
    await gone.close();
  });

  it("is noticed before the browser is sent there, also after sign-ins that worked", async () => {
    const leaving = await startProvider(`${origin}${providerPaths.callback}`);
    const app = await createTestApp({ env: { ...settings(), OIDC_ISSUER: leaving.issuer } });
    const begun = async () => (await app.app.inject({ url: providerPaths.signIn })).headers.location;
    expect(await begun()).toContain(leaving.issuer);
    await leaving.close();
    app.clock.advance({ minutes: 1 });
    expect(await begun()).toBe("/ContactAdmin?sign-in=unavailable");
    await app.close();
  });

  it("has no button if there is none", async () => {
    const none = await createTestApp();
    expect((await none.app.inject({ url: "/ContactAdmin" })).body).not.toContain("company&#x27;s account");
    expect((await none.app.inject({ url: providerPaths.signIn })).headers.location).toBe(
      "/ContactAdmin?sign-in=failed",
    );
    await none.close();
  });
});

it("nobody comes in that way before there is a local owner", async () => {
  const empty = await createTestApp({ env: settings() });
  const kept = test;
  test = empty;
  expect((await signInAs({ ...asha, groups: ["bosses"] })).outcome).toBe("no-group");
  expect(await members()).toEqual([]);
  test = kept;
  await empty.close();
});
