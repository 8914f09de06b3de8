import type { AuthenticationResponse, RegistrationResponse } from "#contract/auth/second-factor.ts";
import { api } from "./team-call.ts";

/** The calls of passkeys, one-time codes and recovery codes. Each throws an `ApiError`. */
export const securityApi = {
  /** The second step of a sign-in; `ticket` comes from the first. */
  finishSignIn: (step: { ticket: string; code: string }) => api("POST /session/second-factor", { body: step }),
  /** The options for using a passkey; with a ticket, one of that member's. */
  passkeyRequest: (ticket?: string) =>
    api("POST /session/passkey-options", { body: ticket === undefined ? {} : { ticket } }),
  signInWithPasskey: (input: { ticket?: string; response: AuthenticationResponse }) =>
    api("POST /session/passkey", { body: input }),
  /** Returns the request of a passkey for a step-up. */
  stepUpRequest: () => api("POST /session/proof/passkey-options"),

  own: () => api("GET /second-factor"),
  passkeyCreation: () => api("POST /second-factor/passkey-options"),
  addPasskey: (passkey: { name: string; response: RegistrationResponse }) =>
    api("POST /second-factor/passkeys", { body: passkey }),
  removePasskey: (id: string) => api("DELETE /second-factor/passkeys/:id", { id }),
  /** Starts the set-up; codes are off until `confirmCodes`. */
  beginCodes: () => api("POST /second-factor/codes"),
  confirmCodes: (code: string) => api("PUT /second-factor/codes", { body: { code } }),
  removeCodes: () => api("DELETE /second-factor/codes"),
  renewRecoveryCodes: async () => (await api("POST /second-factor/recovery-codes")).recoveryCodes,
};
