import { createPublicKey } from "node:crypto";
import { verifyWith } from "./create-signing.ts";
import type { Signing } from "./signing.ts";
import { fingerprintOf } from "./signing-keys.ts";

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
