import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  AuthenticationResponse,
  PasskeyCreation,
  PasskeyRequest,
  RegistrationResponse,
} from "#contract/auth/second-factor.ts";

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** Deviations from an honest browser and authenticator. */
export interface Change {
  origin?: string;
  challenge?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  /** Whether the user was verified (fingerprint, face or PIN). */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | undefined;
}

interface Credential {
  id: Buffer;
  rpId: string;
  userHandle: string;
  key: KeyObject;
  counter: number;
}

/**
 * Test helper: a browser with an authenticator according to https://www.w3.org/TR/webauthn-3/, with real ES256 keys. It
 * holds one passkey per site.
 */
export function createAuthenticator(origin = "http://localhost:3000") {
  let credential: Credential | undefined;

  function clientData(type: string, challenge: string, change: Change): Buffer {
    const { crossOrigin = false } = change;
    return Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? challenge,
        origin: change.origin ?? origin,
        crossOrigin,
      }),
    );
  }

  /** `made` is the attested credential data of a new credential (section 6.1). */
  function authenticatorData({ rpId, counter }: Credential, change: Change, made?: Buffer): Buffer {
    const flags = 0x01 | (change.isVerified === false ? 0 : 0x04) | (made === undefined ? 0 : 0x40);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(change.counter ?? counter);
    return Buffer.concat([
      createHash("sha256")
        .update(change.rpId ?? rpId)
        .digest(),
      Buffer.from([flags]),
      count,
      made ?? Buffer.alloc(0),
    ]);
  }

  return {
    /** Creates a passkey. */
    create(options: PasskeyCreation, change: Change = {}): RegistrationResponse {
      const { rp, user } = options as unknown as { rp: { id: string }; user: { id: string } };
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      credential = { id: randomBytes(32), rpId: rp.id, userHandle: user.id, key: privateKey, counter: 1 };
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      // RFC 9053, section 7.1.1: an EC2 key on P-256 for ES256.
      const cose = new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.id.length);
      const made = Buffer.concat([Buffer.alloc(16), length, credential.id, encode(cose)]);
      const attestation = new Map<Cbor, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authenticatorData(credential, change, made)],
      ]);
      const id = credential.id.toString("base64url");
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", options.challenge, change).toString("base64url"),
          attestationObject: encode(attestation).toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** Signs a challenge with the passkey. */
    get(options: PasskeyRequest, change: Change = {}): AuthenticationResponse {
      if (credential === undefined) throw new Error("there is no passkey yet");
      credential.counter += 1;
      const data = clientData("webauthn.get", options.challenge, change);
      const authData = authenticatorData(credential, change);
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      const id = credential.id.toString("base64url");
      const userHandle = "userHandle" in change ? change.userHandle : credential.userHandle;
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: sign("sha256", signed, credential.key).toString("base64url"),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** The part of CBOR that WebAuthn needs (RFC 8949). */
function encode(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [encode(key), encode(member)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
}
