import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

/** A made-up device that keeps passkeys, as Chromium has it for tests (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/). */
export interface Authenticator {
  /** Whether its owner confirms with a finger; otherwise what is asked for fails as if it was cancelled. */
  confirms(does: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
  /** Loses all passkeys, as a new device has none. */
  forget(): Promise<void>;
}

/**
 * Gives this page such a device. It is there for as long as the page is. It takes what a browser only offers at once, as if it was chosen:
 * `isOffered` lets browsers offer.
 */
export async function addAuthenticator(page: Page, { isOffered = false } = {}): Promise<Authenticator> {
  if (!isOffered) {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
  }
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async confirms(does) {
      await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: does });
    },
    async count() {
      return (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
    },
    async forget() {
      await client.send("WebAuthn.clearCredentials", { authenticatorId });
    },
  };
}

/** An authenticator app that knows the secret: the code of now, or of so many half minutes later. Each is taken once. */
export function authenticatorApp(secret: string): (stepsLater?: number) => string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return (stepsLater = 0) => app.generate({ timestamp: Date.now() + stepsLater * 30_000 });
}
