import { createHmac } from "node:crypto";
import { readReference } from "#domain/inquiries/inquiry.ts";
import { isSameSecret, newToken } from "../lib/tokens.ts";
import type { Store } from "../open-store.ts";
import type { Encryption } from "../signing/encryption.ts";

/** An inquiry as a reply address names it. */
interface Named {
  id: string;
  reference: string;
}

/** Base32 (RFC 4648, section 6) in lowercase: mail servers may change the case of an address. */
const letters = "abcdefghijklmnopqrstuvwxyz234567";
/** 80 bits: enough where each guess needs an email. */
const macLength = 16;
const pattern = new RegExp(`^(.+)\\+([a-z0-9]{6})-([a-z2-7]{${macLength}})@(.+)$`);

/**
 * The address that an email about an inquiry asks to be answered at: `desk@example.com` with the reference and a MAC
 * after a plus sign (RFC 5233), so that nobody can write into a conversation by its reference alone.
 */
export function replyAddress(address: string, { id, reference }: Named, secret: string): string {
  const at = address.lastIndexOf("@");
  const name = reference.replace("-", "").toLowerCase();
  return `${address.slice(0, at)}+${name}-${macOf(id, secret)}${address.slice(at)}`;
}

/** The reference and the MAC of a reply address of `address`; null if `recipient` is another address. */
export function readReplyAddress(address: string, recipient: string): { reference: string; mac: string } | null {
  const [, local, name = "", mac = "", domain] = pattern.exec(recipient.toLowerCase()) ?? [];
  const reference = readReference(name);
  if (reference === null || `${local}@${domain}` !== address.toLowerCase()) return null;
  return { reference, mac };
}

/** Returns whether the MAC was made for this inquiry: a reference can belong to another one later. */
export function isReplyMac(mac: string, inquiryId: string, secret: string): boolean {
  return isSameSecret(mac, macOf(inquiryId, secret));
}

/**
 * Reads the secret of reply addresses, made on first use and encrypted in the store, so that a stolen store alone makes
 * no addresses. Null if it was encrypted with another signing key.
 */
export function createReplySecret(deps: {
  store: Pick<Store, "secret">;
  encryption: Pick<Encryption, "encrypt" | "decrypt">;
}): () => Promise<string | null> {
  const name = "reply addresses";
  let known: string | null = null;
  return async () => {
    if (known !== null) return known;
    const fresh = await deps.encryption.encrypt(newToken(), name);
    const stored = await deps.store.secret(name, () => fresh);
    known = await deps.encryption.decrypt(stored, name);
    return known;
  };
}

function macOf(inquiryId: string, secret: string): string {
  const bytes = createHmac("sha256", secret).update(`reply address ${inquiryId}`).digest();
  return Array.from(bytes.subarray(0, macLength), (byte) => letters[byte % letters.length]).join("");
}
