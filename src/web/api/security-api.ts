import type { Done } from "#contract/done.ts";
import type {
  AuthenticationResponse,
  CodesSetUp,
  FactorAdded,
  PasskeyCreation,
  PasskeyRequest,
  RecoveryCodes,
  RegistrationResponse,
  SecondFactor,
} from "#contract/second-factor.ts";
import type { Session } from "#contract/session.ts";
import { call } from "./api-client.ts";

/**
 * The calls of passkeys, one-time codes and recovery codes. Each returns what the contract says, or throws an
 * `ApiError`.
 */
export const securityApi = {
  /** The second step of a sign-in; `ticket` comes from the first. */
  finishSignIn: (step: { ticket: string; code: string }) => call<Session>("POST", "session/second-factor", step),
  /** The options for using a passkey; with a ticket, one of that member's. */
  passkeyRequest: (ticket?: string) =>
    call<PasskeyRequest>("POST", "session/passkey-options", ticket === undefined ? {} : { ticket }),
  signInWithPasskey: (input: { ticket?: string; response: AuthenticationResponse }) =>
    call<Session>("POST", "session/passkey", input),
  /** The same for a step-up. */
  proofRequest: () => call<PasskeyRequest>("POST", "session/proof/passkey-options"),

  own: () => call<SecondFactor>("GET", "second-factor"),
  passkeyCreation: () => call<PasskeyCreation>("POST", "second-factor/passkey-options"),
  addPasskey: (passkey: { name: string; response: RegistrationResponse }) =>
    call<FactorAdded>("POST", "second-factor/passkeys", passkey),
  removePasskey: (id: string) => call<Done>("DELETE", `second-factor/passkeys/${encodeURIComponent(id)}`),
  /** Starts the set-up; codes are off until `confirmCodes`. */
  beginCodes: () => call<CodesSetUp>("POST", "second-factor/codes"),
  confirmCodes: (code: string) => call<FactorAdded>("PUT", "second-factor/codes", { code }),
  removeCodes: () => call<Done>("DELETE", "second-factor/codes"),
  renewRecoveryCodes: async () => (await call<RecoveryCodes>("POST", "second-factor/recovery-codes")).recoveryCodes,
};
