import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import type { PublicKeys, Signing } from "./signing.ts";

/** The key that signs, and all keys that verify, the signing one first. */
export interface SigningKeys {
  kid: string;
  key: KeyObject;
  verifying: ReadonlyMap<string, KeyObject>;
  listed: PublicKeys;
}

/** Thrown if a text holds no signing key; the message is for the operator and contains none of the text. */
export class NoKeyError extends Error {}

const begin = /-----BEGIN ([A-Z0-9 ]{1,60})-----/g;

/** A new key as PKCS#8 PEM. */
export function newKeyText(): string {
  return pemOf(generateKeyPairSync("ed25519").privateKey);
}

/**
 * Reads PEM: the first private key signs; all further keys, private or public, only verify.
 * @throws NoKeyError
 */
export async function readKeys(text: string): Promise<SigningKeys> {
  const all = keysIn(text);
  const key = all.find(({ type }) => type === "private");
  if (key === undefined) throw new NoKeyError("holds no private key in PEM");
  const listed: PublicKeys = { keys: [] };
  const verifying = new Map<string, KeyObject>();
  for (const each of new Set([key, ...all])) {
    const half = publicHalf(each);
    const { x } = half.export({ format: "jwk" });
    if (x === undefined) throw new NoKeyError("holds a key that is not Ed25519");
    const kid = await fingerprintOf(x);
    if (verifying.has(kid)) continue;
    verifying.set(kid, half);
    listed.keys.push({ kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" });
  }
  const [first] = listed.keys;
  if (first === undefined) throw new NoKeyError("holds no private key in PEM");
  return { kid: first.kid, key, verifying, listed };
}

/** A public key's fingerprint (RFC 7638), used as `kid` and shown to operators. */
export const fingerprintOf = (x: string): Promise<string> => calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x });

/** Prepends a new key to `text` and reduces its keys to their public halves. @throws NoKeyError */
export async function withNewKey(text: string): Promise<string> {
  const { verifying } = await readKeys(text);
  return newKeyText() + [...verifying.values()].map(pemOf).join("");
}

function keysIn(text: string): KeyObject[] {
  return blocksIn(text).map(({ pem, label }) => {
    if (label !== "PRIVATE KEY" && label !== "PUBLIC KEY") throw new NoKeyError("holds a key that is not Ed25519");
    let key: KeyObject;
    try {
      key = label === "PRIVATE KEY" ? createPrivateKey(pem) : createPublicKey(pem);
    } catch {
      throw new NoKeyError("holds a key that cannot be read");
    }
    if (key.asymmetricKeyType !== "ed25519") throw new NoKeyError("holds a key that is not Ed25519");
    return key;
  });
}

/** The PEM blocks of a text (RFC 7468, section 2). */
function blocksIn(text: string): Array<{ pem: string; label: string }> {
  let next = 0;
  return [...text.matchAll(begin)].flatMap(({ 1: label = "", index }) => {
    const mark = `-----END ${label}-----`;
    const end = text.indexOf(mark, index);
    // Nested, or without an end.
    if (index < next || end === -1) return [];
    next = end + mark.length;
    return [{ pem: text.slice(index, next), label }];
  });
}

function publicHalf(key: KeyObject): KeyObject {
  return key.type === "private" ? createPublicKey(key) : key;
}

function pemOf(key: KeyObject): string {
  return key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();
}

/** MACs with a key derived from the present one. */
export function macWith(keys: { current(): Promise<SigningKeys> }): Pick<Signing, "mac" | "publicKeys"> {
  return {
    mac: async (text) =>
      createHmac("sha256", macKey((await keys.current()).key))
        .update(text)
        .digest("base64url"),

    publicKeys: async () => (await keys.current()).listed,
  };
}

/** A separate key, so that a MAC can never pass for a signature or vice versa. */
function macKey(key: KeyObject): Buffer {
  const secret = key.export({ format: "der", type: "pkcs8" });
  return Buffer.from(hkdfSync("sha256", secret, "", "front-desk mac", 32));
}
