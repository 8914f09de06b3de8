import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { teamCopy } from "#copy/current.ts";
import type {
  AuthenticationResponse,
  PasskeyCreation,
  PasskeyRequest,
  RegistrationResponse,
} from "#contract/auth/second-factor.ts";
import { ApiError } from "#web/api/api-client.ts";

/** Returns whether this browser supports passkeys. Over plain http none does, except on localhost. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Mac", "Mac"],
  ["Linux", "Linux"],
] as const;

/** Returns what a member would call the device of a user agent; empty if it is unknown. */
export function deviceName(userAgent: string): string {
  return systems.find(([sign]) => userAgent.includes(sign))?.[1] ?? "";
}

/** Creates a passkey; the browser asks the member. @throws PasskeyFailure; ApiError if the script did not load */
export async function makePasskey(creation: PasskeyCreation): Promise<RegistrationResponse> {
  const { startRegistration } = await library();
  // The contract passes the options on unchanged from the server's half of the library.
  return startRegistration({ optionsJSON: creation as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(
    (error: unknown) => {
      throw failureOf(error, "make");
    },
  );
}

/** Uses a passkey; the browser asks the member. @throws PasskeyFailure; ApiError if the script did not load */
export async function askForPasskey(request: PasskeyRequest): Promise<AuthenticationResponse> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: request }).catch((error: unknown) => {
    throw failureOf(error, "use");
  });
}

/**
 * Whether the browser offers passkeys in the address field
 * (https://www.w3.org/TR/webauthn-3/#enum-credentialMediationRequirement).
 */
export async function canOfferPasskeys(): Promise<boolean> {
  // Not all browsers have it, though the types say so.
  if (!canUsePasskeys() || !("isConditionalMediationAvailable" in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/**
 * Offers passkeys in a field with `autocomplete="... webauthn"` until one is chosen. Undefined if it ends without one:
 * the member did not ask for it, so no error is shown.
 */
export async function offerPasskeys(request: PasskeyRequest): Promise<AuthenticationResponse | undefined> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: request, useBrowserAutofill: true }).catch(() => undefined);
}

/** Ends the offer, if one was made. */
export async function stopOffer(): Promise<void> {
  if (await canOfferPasskeys()) (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Loaded only to sign in or to add a passkey. */
async function library() {
  try {
    return await import("@simplewebauthn/browser");
  } catch {
    throw new ApiError(0, {});
  }
}

/** A passkey was not created or used; the message is for the member. */
export class PasskeyFailure extends Error {}

type Ceremony = "make" | "use";

/**
 * The message for a browser error. Browsers do not distinguish "none here" from "cancelled", so that sites cannot learn
 * what a person has (https://www.w3.org/TR/webauthn-3/#sctn-privacy-considerations-client).
 */
export function failureOf(error: unknown, ceremony: Ceremony): PasskeyFailure {
  return new PasskeyFailure(textFor(error instanceof Error ? error.name : "", ceremony));
}

function textFor(name: string, ceremony: Ceremony): string {
  switch (name) {
    case "NotAllowedError":
      return teamCopy.security.passkeyFailure.cancelled[ceremony];
    case "InvalidStateError":
      return teamCopy.security.passkeyFailure.known[ceremony];
    case "NotSupportedError":
    case "ConstraintError":
      return teamCopy.security.passkeyFailure.unsupported;
    case "SecurityError":
      return teamCopy.security.passkeyFailure.wrongPlace;
    default:
      return teamCopy.security.passkeyFailure.other[ceremony];
  }
}
