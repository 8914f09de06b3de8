import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApiTest, exampleCall, exampleCalls, named } from "#server/testing-api.ts";
import { type Browser, createFactorTest, type FactorTest } from "./testing.ts";

/** All that a member may do before setting up a required second factor. */
const open = new Set([
  "GET /api/session",
  "DELETE /api/session",
  "POST /api/session/proof",
  "POST /api/session/proof/passkey-options",
  "GET /api/second-factor",
  "POST /api/second-factor/codes",
  "PUT /api/second-factor/codes",
  "DELETE /api/second-factor/codes",
  "POST /api/second-factor/passkey-options",
  "POST /api/second-factor/passkeys",
  "DELETE /api/second-factor/passkeys/{id}",
  "POST /api/second-factor/recovery-codes",
]);

const general = {
  retentionDays: 90,
  acknowledge: false,
  says: "all" as const,
  mail: null,
  webhook: null,
  telegram: null,
};

describe("while a second factor is required", () => {
  it("a member without one is rejected by every other team call; visitors by none", async () => {
    const api = await createApiTest();
    const required = { ...general, requiresSecondFactor: true };
    expect((await api.services.settings.save(required, 0, { ...api.member, hasSecondFactor: true })).ok).toBe(true);
    const teams = named(exampleCalls).filter(([, { access }]) => access !== "anyone");
    expect([...open].filter((name) => !teams.some(([other]) => other === name))).toEqual([]);
    for (const [name, call] of teams.filter(([known]) => !open.has(known))) {
      const before = await api.dump();
      const response = await api.send(call);
      expect([name, response.statusCode, response.json().needs]).toEqual([name, 403, "second-factor-setup"]);
      expect(await api.dump()).toEqual(before);
    }
    for (const name of open) {
      // Signing out ends the session.
      if (name === "DELETE /api/session") continue;
      const response = await api.send(exampleCall(name));
      expect([name, response.json().needs ?? "nothing"]).toEqual([name, "nothing"]);
      expect(response.statusCode).not.toBe(401);
    }
    expect((await api.send(exampleCall("DELETE /api/session"))).statusCode).toBe(200);
    for (const [name, call] of named(exampleCalls).filter(([, { access }]) => access === "anyone")) {
      const response = await api.send(call, { cookie: undefined });
      expect([name, response.statusCode]).not.toEqual([name, 403]);
    }
    await api.close();
  });
});

describe("requiring a second factor", () => {
  let test: FactorTest;
  let owner: Browser;
  beforeEach(async () => {
    test = await createFactorTest();
    owner = await test.signedIn();
  });
  afterEach(() => test.close());

  async function put(change: object, from = owner) {
    const { version } = await test.services.settings.view();
    const response = await test.app.inject({
      method: "PUT",
      url: "/api/settings",
      payload: { ...general, ...change },
      headers: { "if-match": `"${version}"`, cookie: `session=${from.cookies.get("session")}` },
    });
    return response;
  }

  it("needs an owner who has one, with step-up", async () => {
    const refused = await put({ requiresSecondFactor: true });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual({ requiresSecondFactor: "Set up a second factor of your own first." });
    const { code } = await test.addCodes(owner);
    test.clock.advance({ minutes: 10 });
    expect((await put({ requiresSecondFactor: true })).json().needs).toBe("proof");
    await owner.send("POST", "/api/session/proof", { code: code() });
    expect((await put({ requiresSecondFactor: true })).json().settings.requiresSecondFactor).toBe(true);
    // An omitted field keeps its value.
    expect((await put({})).json().settings.requiresSecondFactor).toBe(true);
    expect((await put({ requiresSecondFactor: false })).json().settings.requiresSecondFactor).toBe(false);
  });

  it("applies to signed-in members from the next request, until they have one", async () => {
    const agent = test.browser();
    agent.cookies.set("session", (await test.signIn("agent")).replace("session=", ""));
    expect((await agent.send("GET", "/api/session")).json().mustSetUp).toBe(false);
    expect((await agent.send("GET", "/api/contacts")).statusCode).toBe(200);
    await test.addCodes(owner);
    await put({ requiresSecondFactor: true });
    const refused = await agent.send("GET", "/api/contacts");
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "The owners require a second factor for everyone. Please set one up first.",
    ]);
    expect((await agent.send("GET", "/api/session")).json()).toEqual({ member: test.agent, mustSetUp: true });
    expect(await test.services.sessions.isOpen(agent.cookies.get("session") ?? "")).toBe(false);
    expect((await agent.send("GET", "/api/second-factor")).json().isRequired).toBe(true);
    await test.addPasskey(agent);
    expect((await agent.send("GET", "/api/session")).json().mustSetUp).toBe(false);
    expect((await agent.send("GET", "/api/contacts")).statusCode).toBe(200);
  });

  it("ends password-only setups and sessions once the member has a second factor", async () => {
    const cookie = async () => (await test.signIn("agent")).replace("session=", "");
    for (const factor of ["codes", "passkey"] as const) {
      const [thief, agent, colleague] = [test.browser(), test.browser(), test.browser()];
      thief.cookies.set("session", await cookie());
      agent.cookies.set("session", await cookie());
      if (factor === "codes") await test.addCodes(agent);
      else await test.addPasskey(agent);
      expect((await thief.send("GET", "/api/session")).statusCode).toBe(401);
      expect((await agent.send("GET", "/api/session")).statusCode).toBe(200);
      expect((await owner.send("GET", "/api/session")).statusCode).toBe(200);
      // A further factor ends no sessions.
      colleague.cookies.set("session", await cookie());
      if (factor === "codes") await test.addPasskey(agent);
      else await test.addCodes(agent);
      expect((await colleague.send("GET", "/api/session")).statusCode).toBe(200);
      await test.services.team.resetSecondFactor(test.agent.id, null);
    }
  });

  it("keeps every member's last one", async () => {
    await test.addCodes(owner);
    await put({ requiresSecondFactor: true });
    const last = await owner.send("DELETE", "/api/second-factor/codes");
    expect([last.statusCode, last.json().message]).toEqual([
      409,
      "The owners require a second factor for everyone. Add another one first.",
    ]);
    const { id } = await test.addPasskey(owner);
    expect((await owner.send("DELETE", "/api/second-factor/codes")).statusCode).toBe(200);
    expect((await owner.send("DELETE", `/api/second-factor/passkeys/${id}`)).statusCode).toBe(409);
    await put({ requiresSecondFactor: false });
    expect((await owner.send("DELETE", `/api/second-factor/passkeys/${id}`)).statusCode).toBe(200);
  });

  it("keeps one of two that are removed simultaneously", async () => {
    await test.addCodes(owner);
    const { id } = await test.addPasskey(owner);
    await put({ requiresSecondFactor: true });
    const responses = await Promise.all([
      owner.send("DELETE", "/api/second-factor/codes"),
      owner.send("DELETE", `/api/second-factor/passkeys/${id}`),
    ]);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  });
});

describe("an owner", () => {
  let test: FactorTest;
  let owner: Browser;
  let agent: Browser;
  beforeEach(async () => {
    test = await createFactorTest();
    owner = await test.signedIn();
    agent = test.browser();
    agent.cookies.set("session", (await test.signIn("agent")).replace("session=", ""));
  });
  afterEach(() => test.close());

  it("resets one member's second factor completely", async () => {
    await test.addCodes(owner);
    await test.addCodes(agent);
    await test.addPasskey(agent);
    const withOne = async () =>
      (await test.services.team.list()).flatMap(({ email, hasSecondFactor }) => (hasSecondFactor ? [email] : []));
    expect(await withOne()).toHaveLength(2);
    const response = await owner.send("DELETE", `/api/members/${test.agent.id}/second-factor`);
    expect(response.statusCode).toBe(200);
    agent.cookies.set("session", (await test.signIn("agent")).replace("session=", ""));
    expect((await agent.send("GET", "/api/second-factor")).json()).toMatchObject({
      passkeys: [],
      hasCodes: false,
      recoveryCodesLeft: 0,
    });
    expect(await withOne()).toEqual([test.member.email]);
    expect((await owner.send("GET", "/api/second-factor")).json()).toMatchObject({
      hasCodes: true,
      recoveryCodesLeft: 10,
    });
  });

  it("ends that member's sessions, too", async () => {
    const thief = test.browser();
    thief.cookies.set("session", (await test.signIn("agent")).replace("session=", ""));
    await owner.send("DELETE", `/api/members/${test.agent.id}/second-factor`);
    for (const ended of [agent, thief]) expect((await ended.send("GET", "/api/session")).statusCode).toBe(401);
    expect((await owner.send("GET", "/api/session")).statusCode).toBe(200);
  });

  it("stays signed in, only here, after removing their own second factor", async () => {
    const thief = await test.signedIn();
    await test.addCodes(owner);
    thief.cookies.set("session", (await test.signIn()).replace("session=", ""));
    expect((await owner.send("DELETE", `/api/members/${test.member.id}/second-factor`)).statusCode).toBe(200);
    expect((await thief.send("GET", "/api/session")).statusCode).toBe(401);
    expect((await owner.send("GET", "/api/second-factor")).json().hasCodes).toBe(false);
  });

  it("cannot remove their own second factor while one is required; the operator can", async () => {
    await test.addCodes(owner);
    await test.addCodes(agent);
    const required = { ...general, requiresSecondFactor: true };
    await test.services.settings.save(required, 0, { ...test.member, hasSecondFactor: true });
    const before = await test.dump();
    const refused = await owner.send("DELETE", `/api/members/${test.member.id}/second-factor`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "The owners require a second factor for everyone, so you cannot remove your only one. Replace it under “Your " +
        "security” instead.",
    ]);
    expect(await test.dump()).toEqual(before);
    expect((await owner.send("DELETE", `/api/members/${test.agent.id}/second-factor`)).statusCode).toBe(200);
    expect(await test.services.team.resetSecondFactorOf(test.member.email)).toBe(true);
    expect((await owner.send("GET", "/api/session")).statusCode).toBe(401);
  });

  it("ends only one member's sessions", async () => {
    const second = test.browser();
    second.cookies.set("session", (await test.signIn("agent")).replace("session=", ""));
    const response = await owner.send("DELETE", `/api/members/${test.agent.id}/sessions`);
    expect(response.json().message).toBe("2 sessions have ended.");
    for (const ended of [agent, second]) expect((await ended.send("GET", "/api/session")).statusCode).toBe(401);
    expect((await owner.send("GET", "/api/session")).statusCode).toBe(200);
  });

  it.each(["second-factor", "sessions"])("is required, with step-up: %s", async (what) => {
    await test.addCodes(owner);
    const before = (await test.dump()).totp;
    const refused = await agent.send("DELETE", `/api/members/${test.member.id}/${what}`);
    expect([refused.statusCode, refused.json().message]).toEqual([403, "Only an owner can do this."]);
    expect((await owner.send("DELETE", `/api/members/nobody/${what}`)).statusCode).toBe(404);
    test.clock.advance({ minutes: 10 });
    const late = await owner.send("DELETE", `/api/members/${test.agent.id}/${what}`);
    expect([late.statusCode, late.json().needs]).toEqual([403, "proof"]);
    expect((await test.dump()).totp).toEqual(before);
    expect((await agent.send("GET", "/api/session")).statusCode).toBe(200);
  });
});

describe("one's own sessions", () => {
  it("are ended together, this one included", async () => {
    const test = await createFactorTest();
    const [here, there] = [await test.signedIn(), await test.signedIn()];
    const agent = test.browser({ cookie: await test.signIn("agent") });
    const response = await here.send("DELETE", "/api/sessions?all=true");
    expect(response.statusCode).toBe(200);
    expect(here.cookies.has("session")).toBe(false);
    for (const ended of [here, there]) expect((await ended.send("GET", "/api/session")).statusCode).toBe(401);
    expect((await agent.send("GET", "/api/session")).statusCode).toBe(200);
    expect((await agent.send("DELETE", "/api/sessions?all=perhaps")).statusCode).toBe(422);
    await test.close();
  });
});
