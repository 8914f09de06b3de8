import { Secret, TOTP } from "otpauth";
import { decodeQR } from "qr/decode.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { comparable } from "#server/testing-api.ts";
import { type Browser, createFactorTest, type FactorTest, password } from "./testing.ts";

let test: FactorTest;
let browser: Browser;
beforeEach(async () => {
  test = await createFactorTest();
  browser = await test.signedIn();
});
afterEach(() => test.close());

const confirm = (from: Browser, ticket: string, code: string) =>
  from.send("POST", "/api/session/second-factor", { ticket, code });
const statuses = (responses: Array<{ statusCode: number }>) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

describe("one-time codes", () => {
  it("start with a secret of 160 bits, as text, link and picture", async () => {
    const { secret, uri, qr } = (await browser.send("POST", "/api/second-factor/codes")).json();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const link = new URL(uri);
    expect(decodeURIComponent(link.pathname)).toBe("/Saffron Exchange:owner@example.com");
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ secret, digits: "6", period: "30" });
    expect(readPicture(qr)).toBe(uri);
  });

  it("are active only once a code has confirmed them", async () => {
    await browser.send("POST", "/api/second-factor/codes");
    expect((await browser.send("GET", "/api/second-factor")).json().hasCodes).toBe(false);
    const wrong = await browser.send("PUT", "/api/second-factor/codes", { code: "12345a" });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().errors.code).toContain("This code is not right.");
    expect((await test.browser().send("POST", "/api/session", credentials())).statusCode).toBe(200);
    const { recoveryCodes } = await test.addCodes(browser);
    expect(recoveryCodes).toHaveLength(10);
    expect((await browser.send("GET", "/api/second-factor")).json()).toMatchObject({
      hasCodes: true,
      recoveryCodesLeft: 10,
    });
    expect(await test.ticket(test.browser())).toEqual(expect.any(String));
  });

  it("cannot be confirmed after 15 minutes", async () => {
    const { secret } = (await browser.send("POST", "/api/second-factor/codes")).json();
    expect(secret).toBeTypeOf("string");
    test.clock.advance({ minutes: 15 });
    await browser.send("POST", "/api/session/proof", { password });
    const late = await browser.send("PUT", "/api/second-factor/codes", { code: "123456" });
    expect([late.statusCode, late.json().message]).toEqual([409, "This took too long. Please begin again."]);
  });

  it("are encrypted in the store, and do not decrypt in another member's row", async () => {
    const { secret } = await test.addCodes(browser);
    const stored = JSON.stringify(await test.dump());
    expect(stored).not.toContain(secret);
    const [totp] = (await test.dump()).totp as Array<{ secret: string }>;
    expect(Buffer.from(totp?.secret ?? "", "base64url").toString("latin1")).not.toContain(secret);
    await test.signIn("agent");
    await test.db
      .insertInto("totp")
      .values({ member_id: test.agent.id, secret: totp?.secret ?? "", step: 0, pending: null, pending_until: null })
      .execute();
    test.clock.advance({ minutes: 1 });
    const code = codeOf(secret);
    const ticket = { key: "a ticket", expiresAt: test.clock.now() };
    expect(await test.services.secondFactor.take(test.agent.id, code, ticket)).toBe("none");
    expect(await test.services.secondFactor.take(test.member.id, code, ticket)).toBe("code");
  });

  it("of one step before and after are accepted, and no others", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 10 });
    for (const steps of [-2, 2]) {
      expect((await confirm(test.browser(), await test.ticket(test.browser()), code(steps))).statusCode).toBe(422);
    }
    for (const steps of [-1, 0, 1]) {
      expect((await confirm(test.browser(), await test.ticket(test.browser()), code(steps))).statusCode).toBe(200);
    }
  });

  it("are accepted once each, also the confirming one, and no older one", async () => {
    const { code } = await test.addCodes(browser);
    const ticket = await test.ticket(test.browser());
    const again = await confirm(test.browser(), ticket, code());
    expect(again.statusCode).toBe(422);
    expect(again.json().errors.code).toBe("This code is not right, or it was used before.");
    test.clock.advance({ minutes: 1 });
    expect((await confirm(test.browser(), ticket, code(1))).statusCode).toBe(200);
    for (const steps of [1, 0]) {
      expect((await confirm(test.browser(), await test.ticket(test.browser()), code(steps))).statusCode).toBe(422);
    }
  });

  it("are accepted once of many simultaneous tries", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 1 });
    const tickets = [];
    for (let count = 0; count < 4; count += 1) tickets.push(await test.ticket(test.browser()));
    const responses = await Promise.all(tickets.map((ticket) => confirm(test.browser(), ticket, code())));
    expect(statuses(responses)).toEqual([200, 422, 422, 422]);
  });

  it("stay active until their replacement is confirmed", async () => {
    const old = await test.addCodes(browser);
    await browser.send("POST", "/api/second-factor/codes");
    test.clock.advance({ minutes: 1 });
    expect((await confirm(test.browser(), await test.ticket(test.browser()), old.code())).statusCode).toBe(200);
    const { code, recoveryCodes } = await test.addCodes(browser);
    expect(recoveryCodes).toBeNull();
    test.clock.advance({ minutes: 1 });
    expect((await confirm(test.browser(), await test.ticket(test.browser()), old.code())).statusCode).toBe(422);
    expect((await confirm(test.browser(), await test.ticket(test.browser()), code())).statusCode).toBe(200);
  });
});

describe("recovery codes", () => {
  it("are ten, of 100 bits, shown once, and stored as hashes", async () => {
    const { recoveryCodes } = await test.addCodes(browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    const stored = JSON.stringify(await test.dump());
    for (const code of recoveryCodes ?? []) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
    expect((await browser.send("GET", "/api/second-factor")).body).not.toContain(recoveryCodes?.[0] ?? "none");
  });

  it("work once each, in every spelling", async () => {
    const codes = (await test.addCodes(browser)).recoveryCodes ?? [];
    const typed = [codes[0] ?? "", (codes[1] ?? "").toLowerCase(), (codes[2] ?? "").replaceAll("-", " ")];
    for (const code of typed) {
      expect((await confirm(test.browser(), await test.ticket(test.browser()), code)).statusCode).toBe(200);
      expect((await confirm(test.browser(), await test.ticket(test.browser()), code)).statusCode).toBe(422);
    }
    expect((await browser.send("GET", "/api/second-factor")).json().recoveryCodesLeft).toBe(7);
  });

  it("work once of many simultaneous tries", async () => {
    const [code = ""] = (await test.addCodes(browser)).recoveryCodes ?? [];
    const tickets = [];
    for (let count = 0; count < 3; count += 1) tickets.push(await test.ticket(test.browser()));
    const responses = await Promise.all(tickets.map((ticket) => confirm(test.browser(), ticket, code)));
    expect(statuses(responses)).toEqual([200, 422, 422]);
  });

  it("are used and notified only by the first of two requests with one ticket", async () => {
    const codes = (await test.addCodes(browser)).recoveryCodes ?? [];
    const ticket = await test.ticket(test.browser());
    const notifyMember = vi.spyOn(test.services.outbox, "notifyMember");
    // All requests have checked the token before the first one consumes it.
    const all = Promise.withResolvers<false>();
    const isUsed = vi.spyOn(test.store.usedTickets, "isUsed").mockImplementation(() => {
      if (isUsed.mock.calls.length === 3) all.resolve(false);
      return all.promise;
    });
    const responses = await Promise.all(codes.slice(0, 3).map((code) => confirm(test.browser(), ticket, code)));
    expect(statuses(responses)).toEqual([200, 401, 401]);
    expect((await browser.send("GET", "/api/second-factor")).json().recoveryCodesLeft).toBe(9);
    expect(notifyMember.mock.calls.filter(([, kind]) => kind === "recovery-code-used")).toHaveLength(1);
  });

  it("leave the token valid if they are wrong", async () => {
    const [code = ""] = (await test.addCodes(browser)).recoveryCodes ?? [];
    const ticket = await test.ticket(test.browser());
    expect((await confirm(test.browser(), ticket, "AAAAA-AAAAA-AAAAA-AAAAA")).statusCode).toBe(422);
    expect((await confirm(test.browser(), ticket, code)).statusCode).toBe(200);
  });

  it("are replaced together", async () => {
    const [old = ""] = (await test.addCodes(browser)).recoveryCodes ?? [];
    const [fresh = ""] = (await browser.send("POST", "/api/second-factor/recovery-codes")).json().recoveryCodes;
    expect((await confirm(test.browser(), await test.ticket(test.browser()), old)).statusCode).toBe(422);
    expect((await confirm(test.browser(), await test.ticket(test.browser()), fresh)).statusCode).toBe(200);
  });

  it("need a second factor, and are deleted with the last one", async () => {
    expect((await browser.send("POST", "/api/second-factor/recovery-codes")).statusCode).toBe(409);
    await test.addCodes(browser);
    const { id } = await test.addPasskey(browser);
    await browser.send("DELETE", "/api/second-factor/codes");
    expect((await test.dump()).recovery_code).toHaveLength(10);
    await browser.send("DELETE", `/api/second-factor/passkeys/${id}`);
    expect((await test.dump()).recovery_code).toEqual([]);
    expect((await test.browser().send("POST", "/api/session", credentials())).statusCode).toBe(200);
  });
});

describe("a sign-in with a password", () => {
  it("asks for the second factor only after a right password, without a session", async () => {
    await test.addCodes(browser);
    await test.addPasskey(browser);
    const stranger = test.browser();
    const asked = await stranger.send("POST", "/api/session", credentials());
    expect(asked.statusCode).toBe(200);
    expect(asked.json()).toEqual({
      message: expect.any(String),
      code: "sign-in.confirm",
      params: {},
      ways: ["passkey", "code", "recovery"],
      ticket: expect.any(String),
    });
    expect(asked.headers["set-cookie"]).toBeUndefined();
    const wrong = await stranger.send("POST", "/api/session", { ...credentials(), password: "a wrong password" });
    const unknown = await stranger.send("POST", "/api/session", { email: "nobody@example.com", password });
    expect(wrong.json()).toMatchObject({ message: "The email address or the password is not right." });
    expect(wrong.json()).not.toHaveProperty("needs");
    expect(comparable(unknown)).toEqual(comparable(wrong));
  });

  it("hashes a password before it reads the second factor, also for unknown members", async () => {
    const verify = vi.spyOn(test.store.secondFactors, "of");
    await test.addCodes(browser);
    verify.mockClear();
    await test.browser().send("POST", "/api/session", { ...credentials(), password: "a wrong password" });
    await test.browser().send("POST", "/api/session", { email: "nobody@example.com", password });
    expect(verify).not.toHaveBeenCalled();
  });

  it("is confirmed with a passkey of that member", async () => {
    const { authenticator } = await test.addPasskey(browser);
    const stranger = test.browser();
    const ticket = await test.ticket(stranger);
    const asked = (await stranger.send("POST", "/api/session/passkey-options", { ticket })).json();
    expect(asked.allowCredentials).toHaveLength(1);
    const signIn = (response: object, withTicket: object) =>
      stranger.send("POST", "/api/session/passkey", { response, ...withTicket });
    // The challenge is valid for this step only.
    expect((await signIn(authenticator.get(asked), {})).statusCode).toBe(401);
    expect((await signIn(authenticator.get(asked), { ticket })).statusCode).toBe(200);
    expect((await signIn(authenticator.get(asked), { ticket })).statusCode).toBe(401);
  });

  it("is not confirmed with another member's passkey, code or recovery code", async () => {
    const mine = await test.addCodes(browser);
    const agent = test.browser({ cookie: await test.signIn("agent") });
    const theirs = await test.addCodes(agent);
    const { authenticator } = await test.addPasskey(agent);
    test.clock.advance({ minutes: 1 });
    const stranger = test.browser();
    const ticket = await test.ticket(stranger);
    expect((await confirm(stranger, ticket, theirs.code())).statusCode).toBe(422);
    expect((await confirm(stranger, ticket, theirs.recoveryCodes?.[0] ?? "")).statusCode).toBe(422);
    const asked = (await stranger.send("POST", "/api/session/passkey-options", { ticket })).json();
    const response = authenticator.get(asked);
    expect((await stranger.send("POST", "/api/session/passkey", { ticket, response })).statusCode).toBe(401);
    expect((await confirm(stranger, ticket, mine.code())).statusCode).toBe(200);
  });

  it("expires after five minutes, one use, or a password change", async () => {
    const { code, recoveryCodes } = await test.addCodes(browser);
    test.clock.advance({ minutes: 1 });
    const used = await test.ticket(test.browser());
    expect((await confirm(test.browser(), used, code())).statusCode).toBe(200);
    expect((await confirm(test.browser(), used, recoveryCodes?.[0] ?? "")).statusCode).toBe(401);
    const late = await test.ticket(test.browser());
    test.clock.advance({ minutes: 5 });
    const over = await confirm(test.browser(), late, code());
    expect([over.statusCode, over.json().message]).toEqual([
      401,
      "This sign-in took too long. Please type your password again.",
    ]);
    const old = await test.ticket(test.browser());
    await test.store.members.setPassword(test.member.id, "another");
    expect((await confirm(test.browser(), old, code())).statusCode).toBe(401);
  });

  it("rejects a forged, changed or other member's token", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 1 });
    const ticket = await test.ticket(test.browser());
    const [id = "", rest = ""] = ticket.split(".");
    expect(id).toBe(test.member.id);
    await test.signIn("agent");
    const changed = `${rest.slice(0, -2)}${rest.endsWith("AA") ? "BB" : "AA"}`;
    for (const forged of ["x", ".", `${id}.`, `${id}.${changed}`, `${test.agent.id}.${rest}`, `${ticket}=`, rest]) {
      expect((await confirm(test.browser(), forged, code())).statusCode).toBe(401);
    }
    expect((await confirm(test.browser(), ticket, code())).statusCode).toBe(200);
  });

  it("is throttled after five wrong codes, but not from another network", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 1 });
    const ticket = await test.ticket(browser);
    for (let tries = 0; tries < 6; tries += 1) {
      expect((await confirm(browser, ticket, "000000")).statusCode).toBe(422);
    }
    const throttled = await confirm(browser, ticket, code());
    expect([throttled.statusCode, throttled.headers["retry-after"]]).toEqual([429, "1"]);
    test.clock.advance({ seconds: 1 });
    expect((await confirm(browser, ticket, code())).statusCode).toBe(200);
  });

  it("counts each of many simultaneous wrong codes once", async () => {
    await test.addCodes(browser);
    const ticket = await test.ticket(test.browser());
    const tries = Array.from({ length: 12 }, () => confirm(test.browser(), ticket, "000000"));
    const responses = statuses(await Promise.all(tries));
    expect(responses.filter((status) => status === 422)).toHaveLength(6);
    expect(responses.filter((status) => status === 429)).toHaveLength(6);
  });
});

describe("a new password by a link", () => {
  it("keeps the second factor", async () => {
    const { code } = await test.addCodes(browser);
    const token = (await test.services.accounts.newPasswordLink(test.member.email)) ?? "";
    const stranger = test.browser();
    const credential = await stranger.send("POST", "/api/password", { token, password: "another made-up password" });
    expect(credential.statusCode).toBe(200);
    expect(credential.json()).toMatchObject({ code: "sign-in.new-password-set", ways: ["code", "recovery"] });
    expect(credential.headers["set-cookie"]).toBeUndefined();
    expect((await browser.send("GET", "/api/session")).statusCode).toBe(401);
    test.clock.advance({ minutes: 1 });
    expect((await confirm(stranger, credential.json().ticket, code())).statusCode).toBe(200);
  });
});

function credentials() {
  return { email: test.member.email, password };
}

/** The present code of an app with this secret. */
function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now() });
}

/** Draws the path as a browser does, and decodes the QR code. */
function readPicture({ size, path }: { size: number; path: string }): string {
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const start = (row * width + Number(x) * scale) * 4;
      data.fill(0, start, start + Number(length) * scale * 4);
      for (let alpha = start + 3; alpha < start + Number(length) * scale * 4; alpha += 4) data[alpha] = 255;
    }
  }
  return decodeQR({ width, height: width, data });
}
