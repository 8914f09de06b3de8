import type { LightMyRequestResponse } from "fastify";
import { Secret, TOTP } from "otpauth";
import { createAuthenticator } from "./testing-authenticator.ts";
import { cheapHash } from "../passwords/testing.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";

export const password = "a long enough password";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export type FactorTest = Awaited<ReturnType<typeof createFactorTest>>;

/** Test helper: starts the app with an owner who signs in with a password, and a browser that stores their cookies. */
export async function createFactorTest(env: Record<string, string> = {}) {
  const test = await createTestApp({ env });
  const { email } = test.member;
  await test.store.members.insert({ ...test.member, passwordHash: cheapHash(password) }, test.clock.now());

  return {
    ...test,
    browser: (headers: Record<string, string> = {}) => createBrowser(test, headers),

    /** A browser signed in with the password only. */
    async signedIn(headers: Record<string, string> = {}) {
      const browser = createBrowser(test, headers);
      const credential = await browser.send("POST", "/api/session", { email, password });
      if (credential.statusCode !== 200) throw new Error(`the sign-in answered ${credential.statusCode}`);
      return browser;
    },

    /** Turns on one-time codes in this browser; returns the authenticator app and the recovery codes. */
    async addCodes(browser: Browser) {
      const { secret } = (await browser.send("POST", "/api/second-factor/codes")).json() as { secret: string };
      const app = new TOTP({ secret: Secret.fromBase32(secret) });
      /** The app's code, `steps` intervals of 30 s from now. */
      const code = (steps = 0) => app.generate({ timestamp: test.clock.now() + steps * 30_000 });
      const credential = await browser.send("PUT", "/api/second-factor/codes", { code: code() });
      if (credential.statusCode !== 200) throw new Error(`the codes answered ${credential.statusCode}`);
      return { secret, code, recoveryCodes: credential.json().recoveryCodes as string[] | null };
    },

    /** Adds a passkey in this browser; returns its authenticator. */
    async addPasskey(browser: Browser, name = "A phone", origin?: string) {
      const authenticator = createAuthenticator(origin);
      const options = (await browser.send("POST", "/api/second-factor/passkey-options")).json();
      const response = authenticator.create(options);
      const credential = await browser.send("POST", "/api/second-factor/passkeys", { name, response });
      if (credential.statusCode !== 200) throw new Error(`the passkey answered ${credential.statusCode}`);
      return { authenticator, id: response.id, recoveryCodes: credential.json().recoveryCodes as string[] | null };
    },

    /** The single-use token that follows a correct password. */
    async ticket(browser: Browser): Promise<string> {
      return (await browser.send("POST", "/api/session", { email, password })).json().ticket;
    },
  };
}

/** Sends requests as a browser does, with the cookies of earlier responses. */
function createBrowser({ app }: Pick<TestApp, "app">, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(method: Method, url: string, payload?: object): Promise<LightMyRequestResponse> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const credential = await app.inject({
        method,
        url,
        ...(payload === undefined ? {} : { payload }),
        headers: { ...headers, ...(cookie === "" ? {} : { cookie }) },
      });
      for (const { name, value } of credential.cookies) {
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      return credential;
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;
