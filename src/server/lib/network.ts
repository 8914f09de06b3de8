import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { createHmac, randomBytes } from "node:crypto";
import { day } from "#domain/time/durations.ts";

/** The network of an address: an IPv4 address itself, or the /64 of an IPv6 one, since one customer gets that many. */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return plain;
  const ip = ipaddr.IPv6.parse(plain);
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString();
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}

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

/**
 * Returns whether a mail server may be reached without encryption: this machine, or a host that the operator allows.
 */
export function mayBePlain(host: string, allowed: ReadonlySet<string>): boolean {
  const name = host.toLowerCase();
  if (name === "localhost" || allowed.has(name)) return true;
  return isIP(name) !== 0 && ipaddr.process(name).range() === "loopback";
}

/**
 * Returns whether an IPv4 or IPv6 address is on the public internet. Unknown ranges are not: private and shared
 * networks, loopback, link-local addresses with cloud metadata, and IPv6 forms that embed an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // The only allocated part of IPv6 is 2000::/3 (https://www.iana.org/assignments/ipv6-address-space).
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
}
