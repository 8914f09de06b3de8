import { securityPaths, pathWithId } from "#contract/team-api-paths.ts";
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
} from "#contract/auth/second-factor.ts";
import type { Session } from "#contract/auth/session.ts";
import { call } from "./api-client.ts";

/**
 * The calls of passkeys, one-time codes and recovery codes. Each returns what the contract says, or throws an
 * `ApiError`.
 */
export const securityApi = {
  /** The second step of a sign-in; `ticket` comes from the first. */
  finishSignIn: (step: { ticket: string; code: string }) => call<Session>("POST", securityPaths.secondStep, step),
  /** The options for using a passkey; with a ticket, one of that member's. */
  passkeyRequest: (ticket?: string) =>
    call<PasskeyRequest>("POST", securityPaths.passkeySignInOptions, ticket === undefined ? {} : { ticket }),
  signInWithPasskey: (input: { ticket?: string; response: AuthenticationResponse }) =>
    call<Session>("POST", securityPaths.passkeySignIn, input),
  /** Returns the request of a passkey for a step-up. */
  stepUpRequest: () => call<PasskeyRequest>("POST", securityPaths.stepUpOptions),

  own: () => call<SecondFactor>("GET", securityPaths.secondFactor),
  passkeyCreation: () => call<PasskeyCreation>("POST", securityPaths.passkeyOptions),
  addPasskey: (passkey: { name: string; response: RegistrationResponse }) =>
    call<FactorAdded>("POST", securityPaths.passkeys, passkey),
  removePasskey: (id: string) => call<Done>("DELETE", pathWithId(securityPaths.passkey, id)),
  /** Starts the set-up; codes are off until `confirmCodes`. */
  beginCodes: () => call<CodesSetUp>("POST", securityPaths.codes),
  confirmCodes: (code: string) => call<FactorAdded>("PUT", securityPaths.codes, { code }),
  removeCodes: () => call<Done>("DELETE", securityPaths.codes),
  renewRecoveryCodes: async () => (await call<RecoveryCodes>("POST", securityPaths.recoveryCodes)).recoveryCodes,
};
