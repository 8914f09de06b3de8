import ipaddr from "ipaddr.js";

/**
 * Whether an IPv4 or IPv6 address is on the public internet. Unknown ranges are not: private and shared networks,
 * loopback, link-local addresses with cloud metadata, and IPv6 forms that embed an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // Of IPv6, only 2000::/3 is allocated (https://www.iana.org/assignments/ipv6-address-space).
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
}
