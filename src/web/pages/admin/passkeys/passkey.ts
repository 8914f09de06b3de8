import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import type {
  AuthenticationResponse,
  PasskeyCreation,
  PasskeyRequest,
  RegistrationResponse,
} from "#contract/second-factor.ts";
import { ApiError } from "../../../api-client.ts";
import { failureOf } from "./passkey-failure.ts";

/** Whether this browser knows passkeys at all; over plain http, that of the own machine apart, none does. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

/** Has the browser make a passkey, which asks the member. @throws PasskeyFailure, ApiError where the script did not arrive */
export async function makePasskey(creation: PasskeyCreation): Promise<RegistrationResponse> {
  const { startRegistration } = await library();
  // The contract only passes on what the server's half of the library has made for this one.
  return startRegistration({ optionsJSON: creation as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(
    (error: unknown) => {
      throw failureOf(error, "make");
    },
  );
}

/** Has the browser use a passkey, which asks the member. @throws PasskeyFailure, ApiError where the script did not arrive */
export async function askForPasskey(request: PasskeyRequest): Promise<AuthenticationResponse> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: request }).catch((error: unknown) => {
    throw failureOf(error, "use");
  });
}

/** Whether the browser offers passkeys where an address is typed (https://www.w3.org/TR/webauthn-3/#enum-credentialMediationRequirement). */
export async function canOfferPasskeys(): Promise<boolean> {
  // Not all browsers have it, though the types do.
  if (!canUsePasskeys() || !("isConditionalMediationAvailable" in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/**
 * Has the browser offer passkeys in a field with `autocomplete="... webauthn"`, until one is chosen. Undefined where that ends without one:
 * nobody has asked for it, so there is nothing to say.
 */
export async function offerPasskeys(request: PasskeyRequest): Promise<AuthenticationResponse | undefined> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: request, useBrowserAutofill: true }).catch(() => undefined);
}

/** Ends the offer, if one was made. */
export async function stopOffer(): Promise<void> {
  if (await canOfferPasskeys()) (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Fetched by who signs in or sets one up, and nobody else. */
async function library() {
  try {
    return await import("@simplewebauthn/browser");
  } catch {
    throw new ApiError(0, {});
  }
}
