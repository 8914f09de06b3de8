import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Store } from "../open-store.ts";
import type { Signing } from "./signing.ts";

export type Encryption = ReturnType<typeof createEncryption>;

type Keys = Pick<Signing, "mac" | "publicKeys">;

const [ivBytes, tagBytes] = [12, 16];
const prefix = "seal ";

/**
 * Encrypts secrets in the store (AES-256-GCM). The data key is in the store, too, encrypted under a key derived from
 * the signing key: a stolen store alone opens nothing, and a key rotation re-encrypts only the data key.
 */
export function createEncryption(deps: { store: Pick<Store, "secret" | "deleteOtherSecrets">; keys: Keys }) {
  const { store, keys } = deps;

  async function dataKey(): Promise<Buffer | null> {
    const { name, wrapping } = await wrappingKey(keys);
    const wrapped = await store.secret(name, () => encrypt(wrapping, randomBytes(32), name));
    return decrypt(wrapping, wrapped, name);
  }

  return {
    /** `context` names the owner of the text: it does not decrypt in another place. */
    async encrypt(text: string, context: string): Promise<string> {
      const key = await dataKey();
      if (key === null) throw new Error("the data key is not encrypted with the signing key");
      return encrypt(key, Buffer.from(text), context);
    },

    /** Returns the decrypted text; null if it was encrypted with another key or for another context. */
    async decrypt(encrypted: string, context: string): Promise<string | null> {
      const key = await dataKey();
      return key === null ? null : (decrypt(key, encrypted, context)?.toString() ?? null);
    },

    /**
     * A key for codes that a thief of the store can neither read nor make; it stays the same when the signing key is
     * rotated. Null if the data key was encrypted with another signing key.
     */
    async deriveKey(purpose: string): Promise<string | null> {
      const key = await dataKey();
      return key === null ? null : createHmac("sha256", key).update(purpose).digest("base64url");
    },

    /** Wraps the data key for the next signing key, before the rotation. */
    async carryOver(next: Keys): Promise<void> {
      const key = await dataKey();
      if (key === null) return;
      const { name, wrapping } = await wrappingKey(next);
      await store.secret(name, () => encrypt(wrapping, key, name));
    },

    /** Purges the data key's copies under earlier signing keys. */
    async purgeEarlier(): Promise<void> {
      await store.deleteOtherSecrets(prefix, (await wrappingKey(keys)).name);
    },
  };
}

/** The current signing key's wrapping key, with the name of the secret under it. */
async function wrappingKey(keys: Keys): Promise<{ name: string; wrapping: Buffer }> {
  for (;;) {
    const kid = (await keys.publicKeys()).keys[0]?.kid ?? "";
    const wrapping = Buffer.from(await keys.mac("key that wraps what is sealed"), "base64url");
    // The operator may rotate the key between the two calls.
    if ((await keys.publicKeys()).keys[0]?.kid === kid) return { name: `${prefix}${kid}`, wrapping };
  }
}

function encrypt(key: Buffer, plain: Buffer, context: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

function decrypt(key: Buffer, encrypted: string, context: string): Buffer | null {
  const bytes = Buffer.from(encrypted, "base64url");
  if (bytes.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}
