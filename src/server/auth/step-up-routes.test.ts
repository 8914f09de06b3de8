import Fastify from "fastify";
import { afterEach, describe, expect, it, vi } from "vitest";
import { problemSchema } from "#contract/error.ts";
import type { SignedIn } from "./sessions.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { sendStepUpNeeded } from "../http/access.ts";
import { createApiTest, exampleCall, exampleCalls, named } from "../testing-api.ts";

const email = "owner@example.com";
const password = "a long enough password";

let test: TestApp | undefined;
afterEach(async () => {
  await test?.close();
  test = undefined;
});

/** The app with an owner's session whose last step-up was 10 minutes ago. */
async function withStaleSession(env: Record<string, string> = {}) {
  test = await createTestApp({ env });
  const { app, services, clock } = test;
  await services.accounts.prepareFirstOwner({ email, password });
  const newSession = async (): Promise<SignedIn> => {
    const outcome = await services.signIn.signIn({ email, password, network: "192.0.2.1" });
    if (outcome.outcome !== "signed in") throw new Error(outcome.outcome);
    return outcome.session;
  };
  const { token } = await newSession();
  clock.advance({ minutes: 10 });
  return {
    ...test,
    token,
    newSession,
    prove: (typed: string, from = token) =>
      app.inject({
        method: "POST",
        url: "/api/session/proof",
        payload: { password: typed },
        headers: { cookie: `session=${from}` },
      }),
    async hasSteppedUp(sessionToken = token): Promise<boolean> {
      const session = await services.sessions.find(sessionToken);
      return session !== null && services.sessions.hasSteppedUp(session);
    },
  };
}

describe("a step-up", () => {
  it("is part of the sign-in and lasts ten minutes", async () => {
    const desk = await withStaleSession();
    const { token } = await desk.newSession();
    desk.clock.advance({ minutes: 9, seconds: 59 });
    expect(await desk.hasSteppedUp(token)).toBe(true);
    desk.clock.advance({ seconds: 1 });
    expect(await desk.hasSteppedUp(token)).toBe(false);
  });

  it("is part of a new password, too", async () => {
    const desk = await withStaleSession();
    const link = (await desk.services.accounts.newPasswordLink(email)) ?? "";
    const set = await desk.services.accounts.setPassword({ token: link, password: "another long password" });
    if (set.outcome !== "set") throw new Error(set.outcome);
    expect(await desk.hasSteppedUp(set.session.token)).toBe(true);
  });

  it("is given by the password, for this session alone, for as long as LIMIT_PROOF_MINUTES says", async () => {
    const desk = await withStaleSession({ LIMIT_PROOF_MINUTES: "3" });
    const other = await desk.newSession();
    desk.clock.advance({ minutes: 3 });
    const response = await desk.prove(password);
    expect([response.statusCode, response.json().message]).toEqual([200, "Thank you. You can go on."]);
    expect([await desk.hasSteppedUp(), await desk.hasSteppedUp(other.token)]).toEqual([true, false]);
    desk.clock.advance({ minutes: 3 });
    expect(await desk.hasSteppedUp()).toBe(false);
  });

  it("does not come from using the session", async () => {
    const desk = await withStaleSession();
    await desk.app.inject({ url: "/api/session", headers: { cookie: `session=${desk.token}` } });
    expect(await desk.hasSteppedUp()).toBe(false);
  });
});

describe("a wrong password", () => {
  it("proves nothing, is said at its field, and leaves the member signed in", async () => {
    const desk = await withStaleSession();
    const response = await desk.prove("a wrong password");
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ errors: { password: "The password is not right." } });
    expect(await desk.hasSteppedUp()).toBe(false);
    const who = await desk.app.inject({ url: "/api/session", headers: { cookie: `session=${desk.token}` } });
    expect(who.statusCode).toBe(200);
  });

  it("is another member's as well", async () => {
    const desk = await withStaleSession();
    await desk.signIn("agent");
    // Setting a password ends the sessions, so both start again.
    const owner = await desk.store.members.findByEmail(email);
    await desk.store.members.setPassword(desk.agent.id, owner?.passwordHash ?? "");
    await desk.store.members.setPassword(owner?.id ?? "", "");
    const start = async (id: string, address: string, role: "owner" | "agent") =>
      (await desk.services.sessions.start({ id, email: address, role })).token;
    const [mine, theirs] = [
      await start(owner?.id ?? "", email, "owner"),
      await start(desk.agent.id, desk.agent.email, "agent"),
    ];
    expect((await desk.prove(password, mine)).statusCode).toBe(422);
    expect((await desk.prove(password, theirs)).statusCode).toBe(200);
  });

  it("too often responds 429 with the wait, for the right one too, until it is over", async () => {
    const desk = await withStaleSession({ LIMIT_SIGN_IN_TRIES: "1" });
    for (let tries = 0; tries < 2; tries += 1) expect((await desk.prove("a guess")).statusCode).toBe(422);
    const throttled = await desk.prove(password);
    expect([throttled.statusCode, throttled.headers["retry-after"]]).toEqual([429, "1"]);
    expect(await desk.hasSteppedUp()).toBe(false);
    // Other browsers of the owner and the sign-in are not throttled.
    const other = await desk.newSession();
    expect((await desk.prove(password, other.token)).statusCode).toBe(200);
    desk.clock.advance({ seconds: 1 });
    expect((await desk.prove(password)).statusCode).toBe(200);
    // A correct password resets the counter.
    for (let tries = 0; tries < 2; tries += 1) expect((await desk.prove("a guess")).statusCode).toBe(422);
  });

  it("is not missed among many simultaneous tries", async () => {
    const desk = await withStaleSession({ LIMIT_SIGN_IN_TRIES: "2" });
    const responses = await Promise.all(Array.from({ length: 12 }, (_none, index) => desk.prove(`guess ${index}`)));
    expect(responses.filter(({ statusCode }) => statusCode === 422).length).toBeLessThanOrEqual(3);
    expect(responses.every(({ statusCode }) => statusCode === 422 || statusCode === 429)).toBe(true);
  });
});

it("ends with its session once the key has been rotated; the member signs in again", async () => {
  const desk = await withStaleSession();
  const { token } = await desk.newSession();
  await desk.signing.rotate((next) => desk.services.signedMembers.carryOver(next));
  expect(await desk.hasSteppedUp(token)).toBe(false);
  expect((await desk.prove(password, token)).statusCode).toBe(401);
  expect(await desk.hasSteppedUp((await desk.newSession()).token)).toBe(true);
});

describe("what could make a stolen session one that counts as proved", () => {
  it.each(["POST /api/members", "PATCH /api/members/{id}", "POST /api/members/{id}/link", "PUT /api/settings"])(
    "asks for a fresh step-up, and changes nothing before: %s",
    async (name) => {
      const api = await createApiTest();
      const call = exampleCall(name);
      api.clock.advance({ minutes: 10 });
      // Records the use of the session, so that the dumps do not differ by it.
      await api.send(exampleCall("GET /api/members"));
      const before = await api.dump();
      const refused = await api.send(call);
      expect([refused.statusCode, problemSchema.parse(refused.json()).needs]).toEqual([403, "proof"]);
      expect(await api.dump()).toEqual(before);
      await api.services.sessions.recordStepUp({ token: api.cookie.split("=")[1] ?? "", member: api.member });
      expect((await api.send(call)).statusCode).toBeLessThan(300);
      await api.close();
    },
  );

  it("is required for changes of the team, the settings, a second factor or a display name only", async () => {
    const api = await createApiTest();
    api.clock.advance({ minutes: 10 });
    const asked: string[] = [];
    for (const [name, call] of named(exampleCalls)) {
      if (!/members|settings|sessions|deliveries|second-factor|profile/.test(call.path)) continue;
      const response = await api.send(call);
      if (response.statusCode === 403 && response.json().needs === "proof") asked.push(name);
    }
    expect(asked).toEqual([
      "POST /api/second-factor/codes",
      "PUT /api/second-factor/codes",
      "DELETE /api/second-factor/codes",
      "POST /api/second-factor/passkey-options",
      "POST /api/second-factor/passkeys",
      "DELETE /api/second-factor/passkeys/{id}",
      "POST /api/second-factor/recovery-codes",
      "POST /api/members",
      "PATCH /api/members/{id}",
      "PUT /api/profile",
      "POST /api/members/{id}/profile/picture",
      "POST /api/members/{id}/link",
      "POST /api/members/{id}/ownership",
      "DELETE /api/members/{id}/ownership",
      "DELETE /api/members/{id}/second-factor",
      "DELETE /api/members/{id}/sessions",
      "PUT /api/settings",
      "POST /api/settings/restore",
    ]);
    await api.close();
  });
});

it("many simultaneous tries get 503 past the queue, without being counted", async () => {
  const desk = await withStaleSession({
    LIMIT_PASSWORD_CHECKS: "1",
    LIMIT_PASSWORD_QUEUE: "1",
    LIMIT_SIGN_IN_TRIES: "4",
  });
  const responses = await Promise.all(Array.from({ length: 5 }, () => desk.prove("a guess")));
  const busy = responses.filter(({ statusCode }) => statusCode === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy[0]?.headers["retry-after"]).toBe("2");
  expect(responses.filter(({ statusCode }) => statusCode === 422).length).toBe(5 - busy.length);
  expect((await desk.prove(password)).statusCode).toBe(200);
});

it("a session that ends during the check is signed out, and stays so", async () => {
  const desk = await withStaleSession();
  const { members } = desk.store;
  const find = members.findByEmail.bind(members);
  // It is called after the count of the try, and before the check.
  vi.spyOn(members, "findByEmail").mockImplementationOnce(async (typed) => {
    expect((await desk.dump()).sign_in_failure).toHaveLength(1);
    await desk.services.sessions.end(desk.token);
    return find(typed);
  });
  expect((await desk.prove(password)).statusCode).toBe(401);
  expect(await desk.hasSteppedUp()).toBe(false);
});

it("what needs a proof responds 403 and says so, as the contract has it", async () => {
  const app = Fastify();
  app.get("/", (_request, reply) => sendStepUpNeeded(reply));
  const response = await app.inject("/");
  expect(response.statusCode).toBe(403);
  expect(problemSchema.parse(response.json())).toMatchObject({
    needs: "proof",
    message: "Please confirm again that it is you, so that nobody else can do this in your name.",
  });
  await app.close();
});
