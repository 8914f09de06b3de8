import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, createFactorTest, type FactorTest, password } from "./testing.ts";

const chrome =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

let test: FactorTest;
beforeEach(async () => {
  test = await createFactorTest();
});
afterEach(() => test.close());

/** Configures email, so that notifications can be sent. */
async function withMail(): Promise<void> {
  const mail = { host: "smtp.example.com", port: 465, security: "tls", user: "", from: "desk@example.com", to: [] };
  const { version } = await test.services.settings.view();
  const general = { retentionDays: 90, acknowledge: false, says: "all" } as const;
  const input = { ...general, mail: { ...mail, security: "tls" as const }, webhook: null, telegram: null };
  expect((await test.services.settings.save(input, version)).ok).toBe(true);
}

const notifications = async () =>
  ((await test.dump()).outbox as Array<{ kind: string; channel: string; payload: string }>)
    .filter(({ kind }) => kind === "security-notice")
    .map(({ channel, payload }) => ({ channel, ...(JSON.parse(payload) as object) }));
const signOut = (browser: Browser) => browser.send("DELETE", "/api/session");
const signIn = (browser: Browser) => browser.send("POST", "/api/session", { email: test.member.email, password });

describe("a sign-in", () => {
  beforeEach(withMail);

  it("gives members a random cookie, of which the store has only a keyed hash", async () => {
    const browser = test.browser();
    expect((await browser.send("GET", "/")).cookies).toEqual([]);
    expect((await browser.send("GET", "/ContactAdmin")).cookies).toEqual([]);
    expect((await browser.send("POST", "/api/session", { email: test.member.email, password: "x" })).cookies).toEqual(
      [],
    );
    const credential = await signIn(browser);
    expect([credential.headers["set-cookie"]].flat()[1]).toMatch(
      /^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(await test.dump())).not.toContain(browser.cookies.get("device"));
  });

  it("uses a host-only cookie on https", async () => {
    const https = await createFactorTest({ PUBLIC_URL: "https://desk.example.com" });
    const credential = await https.browser().send("POST", "/api/session", { email: https.member.email, password });
    expect([credential.headers["set-cookie"]].flat()[1]).toMatch(
      /^__Host-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    await https.close();
  });

  it("sends nothing for the first browser, nor for a known one", async () => {
    const browser = test.browser();
    await signIn(browser);
    await signOut(browser);
    const device = browser.cookies.get("device");
    await signIn(browser);
    expect(browser.cookies.get("device")).toBe(device);
    expect(await notifications()).toEqual([]);
  });

  it("notifies the member of a new browser, once", async () => {
    await signIn(test.browser());
    const second = test.browser({ "user-agent": chrome });
    await signIn(second);
    const expected = {
      channel: "email",
      memberId: test.member.id,
      notice: "new-device",
      at: test.clock.now(),
      device: "Chrome on Android",
    };
    expect(await notifications()).toEqual([expected]);
    await signOut(second);
    await signIn(second);
    expect(await notifications()).toEqual([expected]);
  });

  it("notifies of a browser that only somebody else used, and of a made-up cookie", async () => {
    await signIn(test.browser());
    for (const device of ["A".repeat(43), "short", ""]) {
      const other = test.browser();
      other.cookies.set("device", device);
      await signIn(other);
      expect(other.cookies.get("device")).toMatch(/^[\w-]{43}$/);
    }
    expect(await notifications()).toHaveLength(3);
    const other = { id: "other", email: "other@example.com", role: "agent" as const };
    await test.store.members.insert({ ...other, passwordHash: "none" }, test.clock.now());
    const shared = test.browser();
    await signIn(shared);
    const token = shared.cookies.get("device");
    await test.services.devices.seen(other, undefined, null);
    await test.services.devices.seen(other, token, null);
    const theirs = (await notifications()).filter((sent) => "memberId" in sent && sent.memberId === other.id);
    expect(theirs).toMatchObject([{ notice: "new-device" }]);
  });

  it("notifies of every way to sign in: also a passkey, a code and a link", async () => {
    const home = await test.signedIn();
    const { authenticator, recoveryCodes } = await test.addPasskey(home);
    const names = async () => (await notifications()).map((sent) => "notice" in sent && sent.notice);
    const withPasskey = test.browser();
    const asked = (await withPasskey.send("POST", "/api/session/passkey-options", {})).json();
    const response = authenticator.get(asked);
    expect((await withPasskey.send("POST", "/api/session/passkey", { response })).statusCode).toBe(200);
    expect(await names()).toEqual(["new-device"]);
    const withCode = test.browser();
    const ticket = await test.ticket(withCode);
    const code = recoveryCodes?.[0] ?? "";
    expect((await withCode.send("POST", "/api/session/second-factor", { ticket, code })).statusCode).toBe(200);
    expect((await names()).filter((name) => name === "new-device")).toHaveLength(2);
    expect(await names()).toContain("recovery-code-used");
    await home.send("DELETE", `/api/second-factor/passkeys/${response.id}`);
    const token = (await test.services.accounts.newPasswordLink(test.member.email)) ?? "";
    const payload = { token, password: "another made-up password" };
    expect((await test.browser().send("POST", "/api/password", payload)).statusCode).toBe(200);
    expect((await names()).filter((name) => name === "new-device")).toHaveLength(3);
  });

  it("stays known for 400 days, and a member's last browser forever", async () => {
    const [one, two] = [test.browser(), test.browser()];
    await signIn(one);
    test.clock.advance({ days: 200 });
    await signIn(two);
    test.clock.advance({ days: 401 });
    await test.services.cleanUp.run();
    expect((await test.dump()).known_device).toHaveLength(1);
    await signIn(two);
    await signIn(one);
    expect(await notifications()).toHaveLength(2);
  });
});

it("signs in without a notification if email is not set up", async () => {
  await signIn(test.browser());
  expect((await signIn(test.browser())).statusCode).toBe(200);
  expect(await notifications()).toEqual([]);
});
