import ipaddr from "ipaddr.js";

/**
 * Whether an address (IPv4 or IPv6) is one of the public internet. What is not known to be is not: private and shared networks,
 * this machine, link-local addresses with clouds' metadata, and the IPv6 forms that hide an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // Of IPv6 only 2000::/3 is given out (https://www.iana.org/assignments/ipv6-address-space).
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
}
