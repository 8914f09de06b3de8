import { createHmac, randomBytes } from "node:crypto";
import { networkOf } from "./network.ts";
import { day } from "#domain/time/durations.ts";

/**
 * Pseudonyms of networks, so that no address is stored: an HMAC under a random in-memory key that changes daily.
 * `changed` is called at each change, since counts under the old names are then stale.
 */
export function createNetworkKeys(deps: { now: () => number; changed: () => void }) {
  let today = -1;
  let secret = randomBytes(32);

  /** Today's pseudonym of the network of this address. */
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
