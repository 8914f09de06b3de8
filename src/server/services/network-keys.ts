import { createHmac, randomBytes } from "node:crypto";
import { networkOf } from "./network.ts";

const day = 86_400_000;

/**
 * Names networks for a while without keeping an address: an HMAC of the network under a random key that lies in memory alone and is
 * another one each day. `changed` is called then: what was counted under the old names belongs to nobody any more.
 */
export function createNetworkKeys(deps: { now: () => number; changed: () => void }) {
  let today = -1;
  let secret = randomBytes(32);

  /** The name of the network of this address, for today. */
  return (address: string): string => {
    const present = Math.floor(deps.now() / day);
    if (present !== today) {
      today = present;
      secret = randomBytes(32);
      deps.changed();
    }
    return createHmac("sha256", secret).update(networkOf(address)).digest("base64url");
  };
}
