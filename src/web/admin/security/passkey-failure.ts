/** A passkey was not created or used; the message is for the member. */
export class PasskeyFailure extends Error {}

type Ceremony = "make" | "use";

/**
 * The message for a browser error. Browsers do not distinguish "none here" from "cancelled", so that sites cannot learn
 * what a person has (https://www.w3.org/TR/webauthn-3/#sctn-privacy-considerations-client).
 */
export function failureOf(error: unknown, ceremony: Ceremony): PasskeyFailure {
  const name = error instanceof Error ? error.name : "";
  return new PasskeyFailure(words[name]?.[ceremony] ?? otherwise[ceremony]);
}

const unsupported = "This device cannot do it: it needs a passkey that asks for a finger, a face or a PIN.";
const wrongPlace =
  "Passkeys do not work at this address of the site. Please open it at the address that the team always uses.";

const words: Record<string, Record<Ceremony, string>> = {
  NotAllowedError: {
    make: "No passkey was added: it was cancelled, or took too long.",
    use: "No passkey was used: it was cancelled, took too long, or there is none of this site on this device.",
  },
  InvalidStateError: {
    make: "This device has a passkey of yours for this site already.",
    use: "This passkey cannot be used here. Please take another one.",
  },
  NotSupportedError: { make: unsupported, use: unsupported },
  ConstraintError: { make: unsupported, use: unsupported },
  SecurityError: { make: wrongPlace, use: wrongPlace },
};

const otherwise: Record<Ceremony, string> = {
  make: "The passkey could not be added. Please try again, or use another device.",
  use: "The passkey could not be used. Please try again, or take another way.",
};

export const noSupport = "This browser cannot use passkeys.";
