import { z } from "zod";
import { say } from "#copy/server/say.ts";
import { messageCodeSchema, messageFields } from "../message-code.ts";
import { requiredLine } from "../text.ts";

/**
 * Calls of the second factor. `/api/second-factor` concerns the caller's own account. Calls that change something
 * require step-up authentication (403 `needs: "proof"`); all are open to a member who must set a factor up first.
 */

/** Ways to confirm a sign-in after the password. */
export const secondFactorWays = ["passkey", "code", "recovery"] as const;

export type SecondFactorWay = (typeof secondFactorWays)[number];

const instant = z.iso.datetime();
const notAPasskey = say("passkey.no-answer");
/**
 * Base64url, the encoding of all bytes in a passkey's JSON
 * (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON).
 */
const bytes = z.string({ error: notAPasskey }).min(1, notAPasskey).max(20_000, notAPasskey);

const credential = {
  id: bytes.max(1400, notAPasskey),
  rawId: bytes.max(1400, notAPasskey),
  type: z.literal("public-key", { error: notAPasskey }),
};

/** Result of `startRegistration` of `@simplewebauthn/browser`, as far as it is read. */
const registrationResponseSchema = z
  .object(
    {
      ...credential,
      response: z.object(
        {
          clientDataJSON: bytes,
          attestationObject: bytes,
          transports: z.array(z.string().max(40), { error: notAPasskey }).max(20, notAPasskey).optional(),
        },
        { error: notAPasskey },
      ),
    },
    { error: notAPasskey },
  )
  .meta({ id: "PasskeyRegistration" });

export type RegistrationResponse = z.output<typeof registrationResponseSchema>;

/** Result of `startAuthentication` of `@simplewebauthn/browser`, as far as it is read. */
export const authenticationResponseSchema = z
  .object(
    {
      ...credential,
      response: z.object(
        {
          clientDataJSON: bytes,
          authenticatorData: bytes,
          signature: bytes,
          userHandle: z.string({ error: notAPasskey }).max(200, notAPasskey).optional(),
        },
        { error: notAPasskey },
      ),
    },
    { error: notAPasskey },
  )
  .meta({ id: "PasskeyAuthentication" });

export type AuthenticationResponse = z.output<typeof authenticationResponseSchema>;

/** `PublicKeyCredentialRequestOptionsJSON`: pass it to `startAuthentication({ optionsJSON })` as it is. */
export const passkeyRequestSchema = z
  .looseObject({ challenge: z.string(), rpId: z.string() })
  .meta({ id: "PasskeyRequest" });

export type PasskeyRequest = z.output<typeof passkeyRequestSchema>;

/** `PublicKeyCredentialCreationOptionsJSON`: pass it to `startRegistration({ optionsJSON })` as it is. */
export const passkeyCreationSchema = z.looseObject({ challenge: z.string() }).meta({ id: "PasskeyCreation" });

export type PasskeyCreation = z.output<typeof passkeyCreationSchema>;

const ticketIsOver = say("sign-in.took-too-long");
const ticket = z.string({ error: ticketIsOver }).min(1, ticketIsOver).max(400, ticketIsOver);
const code = requiredLine(say("label.code"), 40);

/** Second step of a sign-in: a six-digit one-time code or a recovery code; spaces, hyphens and case are ignored. */
export const secondStepSchema = z.object({ ticket, code }).meta({ id: "SecondStep" });

/** A ticket limits the step to passkeys of the member whose password was right. */
export const passkeyStepSchema = z.object({ ticket: ticket.optional() }).meta({ id: "PasskeyStep" });

export const passkeySignInSchema = z
  .object({ ticket: ticket.optional(), response: authenticationResponseSchema })
  .meta({ id: "PasskeySignIn" });

/** A passkey as its member sees it. */
const passkeySchema = z
  .object({ id: z.string(), name: z.string(), createdAt: instant, usedAt: instant.nullable() })
  .meta({ id: "Passkey" });

export type Passkey = z.output<typeof passkeySchema>;

export const secondFactorSchema = z
  .object({
    passkeys: z.array(passkeySchema),
    hasCodes: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** Whether the settings require a second factor of every member. */
    isRequired: z.boolean(),
    /** Reason for which this site's address cannot have passkeys, as text; null if it can. */
    noPasskeys: z.string().nullable(),
    noPasskeysCode: messageCodeSchema.optional(),
    /** Whether the member signs in with the company's account instead, and has none of these. */
    isExternal: z.boolean(),
  })
  .meta({ id: "SecondFactor" });

export type SecondFactor = z.output<typeof secondFactorSchema>;

/**
 * Input for an authenticator app: the secret as text (base32), as a link, and as a QR code of `size` × `size` modules.
 */
export const codesSetUpSchema = z
  .object({
    secret: z.string(),
    uri: z.string(),
    /** `path` fills the dark modules in a `viewBox` of `0 0 size size`, including the quiet zone. */
    qr: z.object({ size: z.int(), path: z.string() }),
  })
  .meta({ id: "CodesSetUp" });

export type CodesSetUp = z.output<typeof codesSetUpSchema>;

/** Confirms that the app produces the right codes. */
export const codeSchema = z.object({ code }).meta({ id: "Code" });

export const newPasskeySchema = z
  .object({ name: requiredLine(say("label.name"), 60), response: registrationResponseSchema })
  .meta({ id: "NewPasskey" });

/** `recoveryCodes` come with the first factor only and are shown once; null otherwise. */
export const factorAddedSchema = z
  .object({ ...messageFields, recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: "FactorAdded" });

export type FactorAdded = z.output<typeof factorAddedSchema>;

/** Shown once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });

export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;
