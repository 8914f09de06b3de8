import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, createFactorTest, type FactorTest, password } from "./testing.ts";

let test: FactorTest;
let browser: Browser;
beforeEach(async () => {
  test = await createFactorTest({ LIMIT_SIGN_IN_TRIES: "2" });
  browser = await test.signedIn();
});
afterEach(() => test.close());

const stepUp = (proof: object) => browser.send("POST", "/api/session/proof", proof);
const hasSteppedUp = async () => (await browser.send("POST", "/api/second-factor/recovery-codes")).statusCode === 200;

describe("step-up of a member with a second factor", () => {
  it.each(["one-time codes", "a passkey"])("needs more than the password: %s", async (what) => {
    await (what === "a passkey" ? test.addPasskey(browser) : test.addCodes(browser));
    test.clock.advance({ minutes: 10 });
    for (const typed of [password, "a wrong password"]) {
      const response = await stepUp({ password: typed });
      expect([response.statusCode, response.json().errors]).toEqual([
        422,
        { code: "You have a second factor: use your passkey, a one-time code or a recovery code." },
      ]);
    }
    expect(await hasSteppedUp()).toBe(false);
  });

  it("accepts a one-time code once", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 10 });
    expect((await stepUp({ code: code() })).statusCode).toBe(200);
    expect(await hasSteppedUp()).toBe(true);
    test.clock.advance({ minutes: 10 });
    const used = code();
    expect((await stepUp({ code: used })).statusCode).toBe(200);
    const again = await stepUp({ code: used });
    expect([again.statusCode, again.json().errors]).toEqual([
      422,
      { code: "The code is not right, or was used before." },
    ]);
  });

  it("accepts a recovery code once", async () => {
    const { recoveryCodes } = await test.addCodes(browser);
    test.clock.advance({ minutes: 10 });
    const [code = ""] = recoveryCodes ?? [];
    expect((await stepUp({ code })).statusCode).toBe(200);
    expect((await stepUp({ code })).statusCode).toBe(422);
    expect((await browser.send("GET", "/api/second-factor")).json().recoveryCodesLeft).toBe(9);
  });

  it("is throttled after wrong codes, also with the right one", async () => {
    const { code } = await test.addCodes(browser);
    test.clock.advance({ minutes: 10 });
    const wrong = code() === "000000" ? "111111" : "000000";
    for (let tries = 0; tries < 3; tries += 1) expect((await stepUp({ code: wrong })).statusCode).toBe(422);
    expect((await stepUp({ code: code() })).statusCode).toBe(429);
    test.clock.advance({ minutes: 1 });
    expect((await stepUp({ code: code() })).statusCode).toBe(200);
  });

  it("uses one way at a time", async () => {
    expect((await stepUp({ password, code: "123456" })).statusCode).toBe(422);
    expect((await stepUp({})).statusCode).toBe(422);
  });
});
