import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#server/testing.ts";
import { goodSettings } from "#server/testing-api.ts";
import { settingsInputSchema } from "#contract/settings.ts";

const email = "owner@example.com";
const password = "a long enough password";
const next = "quite another long password";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.services.accounts.prepareFirstOwner({ email, password });
});
afterEach(() => test.close());

const signIn = (typed: string) => test.services.signIn.signIn({ email, password: typed, network: "192.0.2.1" });

/** Returns the token of a new session. */
async function session(typed = password): Promise<string> {
  const outcome = await signIn(typed);
  if (outcome.outcome !== "signed in") throw new Error(outcome.outcome);
  test.clock.advance({ seconds: 1 });
  return outcome.session.token;
}

const send = (method: "POST" | "PUT", url: string, token: string, payload: object) =>
  test.app.inject({ method, url, payload, headers: { cookie: `session=${token}`, "user-agent": "Firefox/150.0" } });
const change = (token: string, newPassword = next) =>
  send("PUT", "/api/session/password", token, { password: newPassword });
const stepUp = (token: string, typed = password) => send("POST", "/api/session/proof", token, { password: typed });

it("after step-up, a member changes their password; their other sessions and links end", async () => {
  await test.services.settings.save(settingsInputSchema.parse(goodSettings), 0);
  const [mine, other] = [await session(), await session()];
  const link = (await test.services.accounts.newPasswordLink(email)) ?? "";
  expect((await stepUp(mine)).statusCode).toBe(200);
  const response = await change(mine);
  expect(response.statusCode).toBe(200);
  expect(response.json().message).toBe("Your password is changed. One other session has ended.");
  expect(await test.services.sessions.find(mine)).not.toBeNull();
  expect(await test.services.sessions.find(other)).toBeNull();
  expect((await test.services.accounts.setPassword({ token: link, password: next })).outcome).toBe("no such link");
  expect((await signIn(password)).outcome).toBe("refused");
  expect((await signIn(next)).outcome).toBe("signed in");
  const { outbox = [] } = await test.dump();
  expect(JSON.stringify(outbox)).toContain("password-changed");
  const [entry] = (await test.services.audit.list({ kind: "password-set" }, { limit: 1 })).entries;
  expect(entry).toMatchObject({ by: { email }, about: { device: expect.any(String) } });
});

it.each<[what: string, before: (token: string) => Promise<unknown>]>([
  ["that has just begun", async () => undefined],
  [
    "whose step-up is more than a minute old",
    async (token) => {
      await stepUp(token);
      test.clock.advance({ seconds: 60 });
    },
  ],
  ["with a wrong password", (token) => stepUp(token, "a wrong long password")],
])("a session %s changes no password", async (_what, before) => {
  const token = await session();
  await before(token);
  const response = await change(token);
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({ needs: "proof" });
  expect((await signIn(password)).outcome).toBe("signed in");
});

it.each([
  ["short", "short", "at least 12 characters"],
  ["common", "password1234", "one of the first that attackers try"],
  ["the site's name", "owner@example.com", "one of the first that attackers try"],
])("a new password that is %s is rejected", async (_what, newPassword, why) => {
  const token = await session();
  await stepUp(token);
  const response = await change(token, newPassword);
  expect(response.statusCode).toBe(422);
  expect(response.json().errors.password).toContain(why);
  expect((await signIn(password)).outcome).toBe("signed in");
});

it("wrong current passwords are throttled like every other step-up", async () => {
  const token = await session();
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) statuses.push((await stepUp(token, "a wrong long password")).statusCode);
  expect(statuses).toContain(429);
  expect((await change(token)).statusCode).toBe(403);
});
