import type {
  AuthenticationResponse,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  RegistrationResponse,
} from "#contract/second-factor.ts";
import type { PasskeyStore, StoredPasskey } from "../store/passkeys.ts";
import type { Party } from "./relying-party.ts";
import { ticketMinutes, type Tickets } from "./tickets.ts";

export type Passkeys = ReturnType<typeof createPasskeys>;

/** What a challenge was made for; an answer to it is worth nothing for anything else. */
export type Purpose = readonly [kind: "add" | "sign in" | "confirm" | "proof", ...whose: string[]];

export type PasskeyOutcome =
  | { outcome: "right"; memberId: string; passkeyId: string }
  /** `clone`: the counter says that there are two of this passkey. */
  | { outcome: "refused"; isClone: boolean; memberId: string | null };

/** Loaded when it is first needed: it is large, and would take a part of each start. */
const library = () => import("@simplewebauthn/server");

/** More than anybody carries. */
const mostPasskeys = 20;

/**
 * Passkeys (https://www.w3.org/TR/webauthn-3/): discoverable, so that they sign in without a name, and always with user verification (a
 * fingerprint, a face, a PIN), so that one is worth a password and a second factor together.
 */
export function createPasskeys(deps: {
  store: PasskeyStore;
  tickets: Tickets;
  /** The site as browsers name it. */
  party: (hostname?: string) => Party;
  siteName: string;
  now: () => number;
}) {
  const { store, tickets, now } = deps;
  const timeout = ticketMinutes * 60_000;

  const newChallenge = async (purpose: Purpose) => fromBase64(await tickets.issue(["passkey", ...purpose]));

  /** The challenge that was answered, where it is a good one of ours for this. */
  async function challengeIn(clientDataJSON: string, purpose: Purpose): Promise<string | null> {
    const challenge = readChallenge(clientDataJSON);
    if (challenge === null) return null;
    return (await tickets.isGood(challenge, ["passkey", ...purpose])) ? challenge : null;
  }

  return {
    /** What the browser is asked for to make a passkey; null where this site cannot have them. */
    async creationOptions(
      { id, email }: { id: string; email: string },
      purpose: Purpose,
      hostname?: string,
    ): Promise<PasskeyCreation | null> {
      const party = deps.party(hostname);
      if (!party.isPossible) return null;
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: deps.siteName,
        rpID: party.id,
        userName: email,
        userDisplayName: email,
        // A random one, as ours are: authenticators show it to anybody who holds them.
        userID: handleOf(id),
        challenge: await newChallenge(purpose),
        timeout,
        attestationType: "none",
        excludeCredentials: (await store.listOf(id)).map(toDescriptor),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      return { ...options };
    },

    /** Keeps a new passkey of the member's. */
    async add(
      memberId: string,
      purpose: Purpose,
      { name, response }: { name: string; response: RegistrationResponse },
    ): Promise<"added" | "known" | "too many" | "refused"> {
      const party = deps.party();
      const challenge = await challengeIn(response.response.clientDataJSON, purpose);
      if (!party.isPossible || challenge === null) return "refused";
      const { verifyRegistrationResponse } = await library();
      // The library throws at whatever is not right, and says why in a text that quotes what was sent.
      const verified = await verifyRegistrationResponse({
        response: { ...response, response: withoutUndefined(response.response), clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
      }).catch(() => null);
      if (verified?.verified !== true || !(await tickets.use(challenge))) return "refused";
      const { credential } = verified.registrationInfo;
      // What is signed counts; the log names it by what was sent.
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
        mostPasskeys,
      );
    },

    /** What the browser is asked for; of `memberId` only, where one is given. Null where this site cannot have passkeys. */
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

    /** Checks an answer, and uses its challenge up; `memberId` is whose passkey it must be, where that is known. */
    async check(response: AuthenticationResponse, purpose: Purpose, memberId?: string): Promise<PasskeyOutcome> {
      const party = deps.party();
      const passkey = await store.find(response.id);
      const whose = memberId ?? passkey?.memberId ?? null;
      const refused = { outcome: "refused", isClone: false, memberId: whose } as const;
      const challenge = await challengeIn(response.response.clientDataJSON, purpose);
      if (!party.isPossible || passkey === null || challenge === null) return refused;
      if (memberId !== undefined && passkey.memberId !== memberId) return refused;
      // Where nobody has said who it is, the passkey must (https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion, step 6).
      const { userHandle } = response.response;
      const handle = Buffer.from(handleOf(passkey.memberId)).toString("base64url");
      if (userHandle === undefined ? memberId === undefined : userHandle !== handle) return refused;
      const { verifyAuthenticationResponse } = await library();
      const verified = await verifyAuthenticationResponse({
        response: { ...response, response: withoutUndefined(response.response), clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        // The counter is looked at below, where two answers at once cannot both pass.
        credential: { id: passkey.id, publicKey: fromBase64(passkey.publicKey), counter: 0 },
        requireUserVerification: true,
      }).catch(() => null);
      if (verified?.verified !== true || !(await tickets.use(challenge))) return refused;
      if (!(await store.use(passkey.id, verified.authenticationInfo.newCounter, now()))) {
        return { ...refused, isClone: true };
      }
      return { outcome: "right", memberId: passkey.memberId, passkeyId: passkey.id };
    },

    async list(memberId: string): Promise<Passkey[]> {
      return (await store.listOf(memberId)).map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        createdAt: new Date(createdAt).toISOString(),
        usedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
      }));
    },

    remove: (memberId: string, id: string, how: { keepOne: boolean }) => store.remove(memberId, id, how),
  };
}

/** A member's id is random, and tells nothing of them. */
function handleOf(memberId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(memberId));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

function toDescriptor({ id, transports }: StoredPasskey): { id: string; transports: string[] } {
  return { id, transports };
}

/** Null where this is no client data, or where our page was a frame in another site's. */
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

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** The library's types tell an absent member from an undefined one. */
function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
