import type { PublicAddress } from "../../address/public-address.ts";
import { isIP } from "node:net";
import { minute } from "#domain/time/durations.ts";
import { instant, instantOrNull } from "#domain/time/instant.ts";
import { withoutUndefined } from "#server/lib/without-undefined.ts";
import type {
  AuthenticationResponse,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  RegistrationResponse,
} from "#contract/auth/second-factor.ts";
import { say } from "#copy/server/say.ts";
import { type SingleUseTokens, tokenMinutes } from "../single-use-tokens.ts";
import type { PasskeyStore, StoredPasskey } from "./second-factor-queries.ts";

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The purpose of a challenge; a response to it is valid for nothing else. */
export type Purpose = readonly [kind: "add" | "sign in" | "confirm" | "proof", ...whose: string[]];

type PasskeyOutcome =
  | { ok: true; memberId: string; passkeyId: string }
  /** `isClone`: the counter reveals a cloned passkey. */
  | { ok: false; reason: "refused"; isClone: boolean; memberId: string | null };

/** Loaded on first use: it is large and would slow down each start. */
const library = () => import("@simplewebauthn/server");

/** Max passkeys of a member: more than anybody owns. */
const maxPasskeys = 20;

/**
 * Passkeys (https://www.w3.org/TR/webauthn-3/): discoverable, so that sign-in needs no name, and always with user
 * verification (fingerprint, face, PIN), so that one replaces password and second factor together.
 */
export function createPasskeys(deps: {
  store: PasskeyStore;
  tokens: SingleUseTokens;
  /** The relying party. */
  party: (hostname?: string) => Party;
  siteName: () => string;
  now: () => number;
}) {
  const { store, tokens, now } = deps;
  const timeout = tokenMinutes * minute;

  const newChallenge = async (purpose: Purpose) => fromBase64(await tokens.issue(["passkey", ...purpose]));

  /** The challenge in the response, if it is a valid one of ours for this purpose. */
  async function challengeIn(clientDataJSON: string, purpose: Purpose): Promise<string | null> {
    const challenge = readChallenge(clientDataJSON);
    if (challenge === null) return null;
    return (await tokens.isGood(challenge, ["passkey", ...purpose])) ? challenge : null;
  }

  return {
    /** The options for creating a passkey; null if this site cannot have passkeys. */
    async creationOptions(
      { id, email }: { id: string; email: string },
      purpose: Purpose,
      hostname?: string,
    ): Promise<PasskeyCreation | null> {
      const party = deps.party(hostname);
      if (!party.isPossible) return null;
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: deps.siteName(),
        rpID: party.id,
        userName: email,
        userDisplayName: email,
        // A random id, as ours are: authenticators show it to anybody who holds them.
        userID: handleOf(id),
        challenge: await newChallenge(purpose),
        timeout,
        attestationType: "none",
        excludeCredentials: (await store.listOf(id)).map(toDescriptor),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      return { ...options };
    },

    /** Stores a member's new passkey. */
    async add(
      memberId: string,
      purpose: Purpose,
      { name, response }: { name: string; response: RegistrationResponse },
    ): Promise<"added" | "known" | "too many" | "refused"> {
      const party = deps.party();
      const challenge = await challengeIn(response.response.clientDataJSON, purpose);
      if (!party.isPossible || challenge === null) return "refused";
      const { verifyRegistrationResponse } = await library();
      // The library throws on invalid input, with a message that quotes the input.
      const verified = await verifyRegistrationResponse({
        response: { ...response, response: withoutUndefined(response.response), clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
      }).catch(() => null);
      if (verified?.verified !== true || !(await tokens.use(challenge))) return "refused";
      const { credential } = verified.registrationInfo;
      // The signed id must match the sent one, which the audit log records.
      if (credential.id !== response.id) return "refused";
      return store.add(
        {
          id: credential.id,
          memberId,
          name,
          publicKey: Buffer.from(credential.publicKey).toString("base64url"),
          counter: credential.counter,
          transports: credential.transports ?? [],
          createdAt: now(),
          usedAt: null,
        },
        maxPasskeys,
      );
    },

    /** The request options, limited to `memberId` if given. Null if this site cannot have passkeys. */
    async requestOptions(purpose: Purpose, memberId?: string, hostname?: string): Promise<PasskeyRequest | null> {
      const party = deps.party(hostname);
      if (!party.isPossible) return null;
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: await newChallenge(purpose),
        timeout,
        userVerification: "required",
        ...(memberId === undefined ? {} : { allowCredentials: (await store.listOf(memberId)).map(toDescriptor) }),
      });
      return { ...options, rpId: party.id };
    },

    /** Verifies a response and uses up its challenge; `memberId` is the expected owner of the passkey, if known. */
    async check(response: AuthenticationResponse, purpose: Purpose, memberId?: string): Promise<PasskeyOutcome> {
      const party = deps.party();
      const passkey = await store.find(response.id);
      const whose = memberId ?? passkey?.memberId ?? null;
      const refused = { ok: false, reason: "refused", isClone: false, memberId: whose } as const;
      const challenge = await challengeIn(response.response.clientDataJSON, purpose);
      if (!party.isPossible || passkey === null || challenge === null) return refused;
      if (memberId !== undefined && passkey.memberId !== memberId) return refused;
      // If the member is not known yet, the response must name one
      // (https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion, step 6).
      const { userHandle } = response.response;
      const handle = Buffer.from(handleOf(passkey.memberId)).toString("base64url");
      if (userHandle === undefined ? memberId === undefined : userHandle !== handle) return refused;
      const { verifyAuthenticationResponse } = await library();
      const verified = await verifyAuthenticationResponse({
        response: { ...response, response: withoutUndefined(response.response), clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        // The counter is checked below, where two parallel responses cannot both pass.
        credential: { id: passkey.id, publicKey: fromBase64(passkey.publicKey), counter: 0 },
        requireUserVerification: true,
      }).catch(() => null);
      if (verified?.verified !== true || !(await tokens.use(challenge))) return refused;
      if (!(await store.use(passkey.id, verified.authenticationInfo.newCounter, now()))) {
        return { ...refused, isClone: true };
      }
      return { ok: true, memberId: passkey.memberId, passkeyId: passkey.id };
    },

    async list(memberId: string): Promise<Passkey[]> {
      return (await store.listOf(memberId)).map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        createdAt: instant(createdAt),
        usedAt: instantOrNull(usedAt),
      }));
    },

    remove: (memberId: string, id: string, options: { keepOne: boolean }) => store.remove(memberId, id, options),
  };
}

/** Member ids are random and reveal nothing. */
function handleOf(memberId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(memberId));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

function toDescriptor({ id, transports }: StoredPasskey): { id: string; transports: string[] } {
  return { id, transports };
}

/** Returns the challenge in client data; null if this is no client data, or if our page was in another site's frame. */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    if (typeof data !== "object" || data === null || !("challenge" in data)) return null;
    const isFramed = "crossOrigin" in data && data.crossOrigin !== false;
    return typeof data.challenge === "string" && !isFramed ? data.challenge : null;
  } catch {
    return null;
  }
}

/** The relying party of passkeys (https://www.w3.org/TR/webauthn-3/#relying-party-identifier), or why there is none. */
export type Party = { isPossible: true; id: string; origin: string } | { isPossible: false; why: string };

/**
 * The site as browsers know it: its public address or, without one, localhost, where browsers allow passkeys without
 * https.
 */
export function createRelyingParty(address: Pick<PublicAddress, "url" | "origin">) {
  return {
    /** `hostname` is the site's name in the browser; it matters only without a public address. */
    party(hostname?: string): Party {
      const url = new URL(address.origin);
      const isHere = url.hostname === "localhost" || url.hostname.endsWith(".localhost");
      if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) {
        return impossible(say("passkey.needs-name", { host: url.host }));
      }
      if (url.protocol !== "https:" && !isHere) {
        return impossible(say("passkey.needs-https", { origin: url.origin }));
      }
      if (address.url === undefined && hostname !== undefined && hostname !== url.hostname) {
        return impossible(say("passkey.needs-origin", { origin: url.origin }));
      }
      return { isPossible: true, id: url.hostname, origin: url.origin };
    },
  };
}

function impossible(why: string): Party {
  return { isPossible: false, why };
}
