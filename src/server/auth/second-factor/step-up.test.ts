import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Browser, createFactorTest, type FactorTest, password } from "./testing.ts";

// Real password hashing is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let test: FactorTest;
let browser: Browser;
beforeEach(async () => {
  test = await createFactorTest({ LIMIT_SIGN_IN_TRIES: "2" });
  browser = await test.signedIn();
});
afterEach(() => test.close());

const prove = (proof: object) => browser.send("POST", "/api/session/proof", proof);
const isProved = async () => (await browser.send("POST", "/api/second-factor/recovery-codes")).statusCode === 200;

describe("a proof by a member with a second factor", () => {
  it.each(["one-time codes", "a passkey"])("is not the password alone: %s", async (what) => {
    await (what === "a passkey" ? test.addPasskey(browser) : test.addCodes(browser));
    test.clock.advance({ minutes: 10 });
    for (const typed of [password, "a wrong password"]) {
      const response = await prove({ password: typed });
      expect([response.statusCode, response.json().errors]).toEqual([
        422,
        { code: "You have a second factor: use your passkey, a one-time code or a recovery code." },
      ]);
    }
    expect(await isProved()).toBe(false);
  });

  it("is a one-time code, which holds once", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 10 });
    expect((await prove({ code: code() })).statusCode).toBe(200);
    expect(await isProved()).toBe(true);
    test.clock.advance({ minutes: 10 });
    const used = code();
    expect((await prove({ code: used })).statusCode).toBe(200);
    const again = await prove({ code: used });
    expect([again.statusCode, again.json().errors]).toEqual([
      422,
      { code: "The code is not right, or was used before." },
    ]);
  });

  it("is a recovery code, which is used up", async () => {
    const { recoveryCodes } = await test.addCodes(browser);
    test.clock.advance({ minutes: 10 });
    const [code = ""] = recoveryCodes ?? [];
    expect((await prove({ code })).statusCode).toBe(200);
    expect((await prove({ code })).statusCode).toBe(422);
    expect((await browser.send("GET", "/api/second-factor")).json().recoveryCodesLeft).toBe(9);
  });

  it("waits after wrong codes, for the right one too", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 10 });
    const wrong = code() === "000000" ? "111111" : "000000";
    for (let tries = 0; tries < 3; tries += 1) expect((await prove({ code: wrong })).statusCode).toBe(422);
    expect((await prove({ code: code() })).statusCode).toBe(429);
    test.clock.advance({ minutes: 1 });
    expect((await prove({ code: code() })).statusCode).toBe(200);
  });

  it("is one way at a time", async () => {
    expect((await prove({ password, code: "123456" })).statusCode).toBe(422);
    expect((await prove({})).statusCode).toBe(422);
  });
});
