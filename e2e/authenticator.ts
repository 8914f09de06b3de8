import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

/** Chromium's virtual authenticator (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/). */
export interface Authenticator {
  /** Whether its owner confirms; otherwise requests fail as if cancelled. */
  confirms(isConfirming: boolean): Promise<void>;
  /** The number of its passkeys. */
  count(): Promise<number>;
  /** Deletes all passkeys, like a new device. */
  forget(): Promise<void>;
}

/**
 * Gives this page an authenticator for its lifetime. It accepts at once what a browser would only offer; `isOffered`
 * lets browsers offer.
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
    async confirms(isConfirming) {
      await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isConfirming });
    },
    async count() {
      return (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
    },
    async forget() {
      await client.send("WebAuthn.clearCredentials", { authenticatorId });
    },
  };
}

/**
 * An authenticator app with the secret: returns the current code, or that of a number of 30 s steps later. Each code
 * works once.
 */
export function authenticatorApp(secret: string): (stepsLater?: number) => string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return (stepsLater = 0) => app.generate({ timestamp: Date.now() + stepsLater * 30_000 });
}
