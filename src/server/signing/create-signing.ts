import { createPublicKey, sign as signBytes } from "node:crypto";
import { flattenedVerify } from "jose";
import { createTextFile } from "../lib/durable-file.ts";
import { auditHeadPath, createLastList, type KeyPlace, memberHeadPath, openKeyFile, settingsPath } from "./key-file.ts";
import { fingerprintOf, macWith, type SigningKeys } from "./signing-keys.ts";
import type { Signed, Signing } from "./signing.ts";

/** `known` are the keys as last read; `current` reads them again if they have changed. */
interface KeySource {
  known(): SigningKeys;
  current(): Promise<SigningKeys>;
}

/**
 * Signs with the key of `keyFile` or, without one, of `dataDir`, where it is created at the first start unless it
 * `mustExist`.
 * @throws ConfigError if there is no usable key
 */
export async function openSigning(place: KeyPlace, { mustExist = false } = {}): Promise<Signing> {
  return createSigning({
    keys: await openKeyFile(place, { mustExist }),
    lastList: createLastList(place),
    auditHead: createTextFile(auditHeadPath(place.dataDir)),
    settings: createTextFile(settingsPath(place.dataDir)),
    memberHead: createTextFile(memberHeadPath(place.dataDir)),
  });
}

export function createSigning(
  deps: { keys: KeySource } & Pick<Signing, "lastList" | "auditHead" | "settings" | "memberHead">,
): Signing {
  const { keys, lastList, auditHead, settings, memberHead } = deps;

  async function signer(type?: string): Promise<(text: string) => Signed> {
    const { kid, key } = await keys.current();
    const header = encodeHeader(headerOf(kid, type));
    return (text) => {
      const payload = Buffer.from(text).toString("base64url");
      // Faster than a wait for another thread.
      const signature = signBytes(null, Buffer.from(`${header}.${payload}`), key).toString("base64url");
      return { payload, protected: header, signature };
    };
  }

  return {
    signer,

    sign: async (text, type) => (await signer(type))(text),

    async verify(value, type) {
      const known = await verifyWith(keys.known().verifying, value, type);
      // An unknown key may have been added after the start.
      return known ?? verifyWith((await keys.current()).verifying, value, type);
    },

    ...macWith(keys),
    lastList,
    auditHead,
    settings,
    memberHead,
  };
}

/** The text that one of these keys signed with this type; null otherwise, as in `Signing.verify`. */
async function verifyWith(
  verifying: SigningKeys["verifying"],
  value: unknown,
  type: string | undefined,
): Promise<string | null> {
  const signed = readSigned(value);
  if (signed === null) return null;
  const parts = [signed.payload, signed.protected, signed.signature];
  const key = keyFor(verifying, signed, type);
  if (key === undefined || !parts.every(isCanonical)) return null;
  try {
    const { payload } = await flattenedVerify(signed, key, { algorithms: ["EdDSA"] });
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
  } catch {
    return null;
  }
}

function headerOf(kid: string, type: string | undefined): { alg: string; kid: string; typ?: string } {
  return { alg: "EdDSA", kid, ...(type === undefined ? {} : { typ: type }) };
}

function encodeHeader(header: { alg: string; kid: string; typ?: string }): string {
  return Buffer.from(JSON.stringify(header)).toString("base64url");
}

function keyFor(verifying: SigningKeys["verifying"], { protected: header }: Signed, type: string | undefined) {
  // Compare the whole header: we never write any other.
  for (const [kid, key] of verifying) if (header === encodeHeader(headerOf(kid, type))) return key;
  return undefined;
}

/** Exactly the three members, all strings; null otherwise. */
function readSigned(value: unknown): Signed | null {
  if (typeof value !== "object" || value === null) return null;
  try {
    const members = new Map<string, unknown>(Object.entries(value));
    const [payload, header, signature] = ["payload", "protected", "signature"].map((name) => members.get(name));
    const areTexts = typeof payload === "string" && typeof header === "string" && typeof signature === "string";
    return areTexts && members.size === 3 ? { payload, protected: header, signature } : null;
  } catch {
    // A Proxy never comes from JSON, but it must not throw here.
    return null;
  }
}

/** Returns whether this is the canonical base64url of its bytes: other spellings differ in unused bits. */
function isCanonical(text: string): boolean {
  return Buffer.from(text, "base64url").toString("base64url") === text;
}

/**
 * A detached signature with its public key. The key's fingerprint identifies the signer; the reader decides whether to
 * trust it.
 */
export interface PortableSignature {
  /** The public key: `x` of its JWK. */
  key: string;
  protected: string;
  signature: string;
}

export async function signPortably(signing: Signing, text: string, type: string): Promise<PortableSignature> {
  const signed = await signing.sign(text, type);
  const key = (await signing.publicKeys()).keys[0]?.x ?? "";
  return { key, protected: signed.protected, signature: signed.signature };
}

/** The fingerprint of the key that signed exactly this text with this type; null if the signature is invalid. */
export async function signerOf(text: string, signed: PortableSignature, type: string): Promise<string | null> {
  const { key: x, ...parts } = signed;
  // Another encoding of the same bytes would give another fingerprint.
  const bytes = Buffer.from(x, "base64url");
  if (bytes.length !== 32 || bytes.toString("base64url") !== x) return null;
  const kid = await fingerprintOf(x);
  const payload = Buffer.from(text).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return (await verifyWith(new Map([[kid, key]]), { ...parts, payload }, type)) === null ? null : kid;
}
