import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** The network of an address: an IPv4 address itself, or the /64 of an IPv6 one, since one customer gets that many. */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return plain;
  const ip = ipaddr.IPv6.parse(plain);
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString();
  const groups = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
