import { createHmac, hkdfSync, type KeyObject } from "node:crypto";
import type { Signing } from "./signing.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** Codes with a key derived from the present one. */
export function macWith(keys: { current(): Promise<SigningKeys> }): Pick<Signing, "mac" | "publicKeys"> {
  return {
    mac: async (text) =>
      createHmac("sha256", macKey((await keys.current()).key))
        .update(text)
        .digest("base64url"),

    publicKeys: async () => (await keys.current()).listed,
  };
}

/** A key of its own, so that a code can never pass for a signature, nor the other way round. */
function macKey(key: KeyObject): Buffer {
  const secret = key.export({ format: "der", type: "pkcs8" });
  return Buffer.from(hkdfSync("sha256", secret, "", "front-desk mac", 32));
}
