import { z } from "zod";
import { requiredText } from "./text.ts";

/**
 * The second factor's calls. All of `/api/second-factor` are the member's own; those that change something need a fresh proof
 * (403 `needs: "proof"`), and all of them are open to a member who must set one up first.
 *
 * - `POST /api/session` with a right password of a member who has a second factor: 401 `needs: "second-factor"`, with `ways` and a `ticket`
 *   that holds for 5 minutes. So answers `POST /api/password`, once the new password is set.
 * - `POST /api/session/second-factor` `secondStepSchema` -> `sessionSchema`; 401 `errors.ticket` where the ticket is over, 422 `errors.code`, 429.
 * - `POST /api/session/passkey-options` `passkeyStepSchema` -> `passkeyRequestSchema`; 409 where this site cannot have passkeys.
 * - `POST /api/session/passkey` `passkeySignInSchema` -> `sessionSchema`; 401.
 * - `POST /api/session/proof` takes `{ password }` or `{ passkey }`; `POST /api/session/proof/passkey-options` -> `passkeyRequestSchema`.
 * - `GET /api/second-factor` -> `secondFactorSchema`.
 * - `POST /api/second-factor/codes` -> `codesSetUpSchema`; `PUT` the same with `codeSchema` -> `factorAddedSchema`; `DELETE` -> `doneSchema`.
 * - `POST /api/second-factor/passkey-options` -> `passkeyCreationSchema`; `POST /api/second-factor/passkeys` `newPasskeySchema` ->
 *   `factorAddedSchema`; `DELETE /api/second-factor/passkeys/:id` -> `doneSchema`.
 * - `POST /api/second-factor/recovery-codes` -> `recoveryCodesSchema`: new ones, in the place of all earlier ones.
 * - `DELETE /api/members/:id/second-factor`, `DELETE /api/members/:id/sessions` -> `doneSchema`: an owner's, with a fresh proof.
 * - `DELETE /api/sessions?all=true` -> `doneSchema`: ends this session as well.
 */

/** The ways to confirm a sign-in after the password. */
export const secondFactorWays = ["passkey", "code", "recovery"] as const;

export type SecondFactorWay = (typeof secondFactorWays)[number];

const instant = z.iso.datetime();
const notAPasskey = "This is not what a passkey answers.";
/** Base64url, as all bytes of a passkey's answers are written (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON). */
const bytes = z.string({ error: notAPasskey }).min(1, notAPasskey).max(20_000, notAPasskey);

const credential = {
  id: bytes.max(1400, notAPasskey),
  rawId: bytes.max(1400, notAPasskey),
  type: z.literal("public-key", { error: notAPasskey }),
};

/** What `startRegistration` of `@simplewebauthn/browser` gives, as far as it is read. */
export const registrationResponseSchema = z
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

/** What `startAuthentication` of `@simplewebauthn/browser` gives, as far as it is read. */
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

/** `PublicKeyCredentialRequestOptionsJSON`: goes to `startAuthentication({ optionsJSON })` as it is. */
export const passkeyRequestSchema = z
  .looseObject({ challenge: z.string(), rpId: z.string() })
  .meta({ id: "PasskeyRequest" });

export type PasskeyRequest = z.output<typeof passkeyRequestSchema>;

/** `PublicKeyCredentialCreationOptionsJSON`: goes to `startRegistration({ optionsJSON })` as it is. */
export const passkeyCreationSchema = z.looseObject({ challenge: z.string() }).meta({ id: "PasskeyCreation" });

export type PasskeyCreation = z.output<typeof passkeyCreationSchema>;

const ticketIsOver = "This sign-in took too long. Please type your password again.";
const ticket = z.string({ error: ticketIsOver }).min(1, ticketIsOver).max(400, ticketIsOver);
const code = requiredText("Code", 40);

/** The second step of a sign-in: a one-time code of six digits, or a recovery code; spaces, hyphens and case do not matter. */
export const secondStepSchema = z.object({ ticket, code }).meta({ id: "SecondStep" });

/** With a ticket: only the passkeys of the member whose password was right. */
export const passkeyStepSchema = z.object({ ticket: ticket.optional() }).meta({ id: "PasskeyStep" });

export const passkeySignInSchema = z
  .object({ ticket: ticket.optional(), response: authenticationResponseSchema })
  .meta({ id: "PasskeySignIn" });

/** A passkey as its member sees it. */
export const passkeySchema = z
  .object({ id: z.string(), name: z.string(), createdAt: instant, usedAt: instant.nullable() })
  .meta({ id: "Passkey" });

export type Passkey = z.output<typeof passkeySchema>;

export const secondFactorSchema = z
  .object({
    passkeys: z.array(passkeySchema),
    hasCodes: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** Whether an owner requires a second factor of everybody. */
    isRequired: z.boolean(),
    /** Why this site's address cannot have passkeys, for a person to read; null where it can. */
    noPasskeys: z.string().nullable(),
  })
  .meta({ id: "SecondFactor" });

export type SecondFactor = z.output<typeof secondFactorSchema>;

/** What an authenticator app is given: the secret as text (base32), as a link, and as a picture of `size` × `size` modules. */
export const codesSetUpSchema = z
  .object({
    secret: z.string(),
    uri: z.string(),
    /** `path` fills the dark modules in a `viewBox` of `0 0 size size`, the quiet zone included. */
    qr: z.object({ size: z.int(), path: z.string() }),
  })
  .meta({ id: "CodesSetUp" });

export type CodesSetUp = z.output<typeof codesSetUpSchema>;

/** Confirms that the app gives the right codes. */
export const codeSchema = z.object({ code }).meta({ id: "Code" });

export const newPasskeySchema = z
  .object({ name: requiredText("Name", 60), response: registrationResponseSchema })
  .meta({ id: "NewPasskey" });

/** `recoveryCodes` come with the first factor alone, and are shown this once; null otherwise. */
export const factorAddedSchema = z
  .object({ message: z.string(), recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: "FactorAdded" });

export type FactorAdded = z.output<typeof factorAddedSchema>;

/** Shown this once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: "RecoveryCodes" });

export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;
