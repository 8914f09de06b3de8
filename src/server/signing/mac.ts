import { createHmac, hkdfSync, type KeyObject } from "node:crypto";
import type { Signing } from "./signing.ts";
import type { SigningKeys } from "./signing-keys.ts";

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
